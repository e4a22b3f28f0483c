import { ENDPOINTS, type OperationId } from '../contract/api.ts';
import { ApiError } from './api-error.ts';
import type { CallInput } from './call-input.ts';
import { type AnyInput, type ClientOptions, send } from './send.ts';

type StreamId = Extract<
  OperationId,
  'exportHumanEvaluation' | 'exportTestset' | 'watchHumanEvaluation'
>;

/** Requests an answer whose body is read as it arrives: a download or an event stream. */
export async function openStream<Id extends StreamId>(
  options: ClientOptions,
  operationId: Id,
  input: CallInput<Id>,
): Promise<Response> {
  const endpoint = ENDPOINTS.find((candidate) => candidate.operationId === operationId);
  if (endpoint === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  const { timeoutMs: _, ...withoutTimeout } = options;
  const response = await send(withoutTimeout, endpoint, input as AnyInput); // Every input has these parts.
  if (response.ok) return response;
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body: unknown = isJson ? JSON.parse(text) : text;
  throw new ApiError({ status: response.status, headers: response.headers, body });
}
