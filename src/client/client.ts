import { ENDPOINTS, type EndpointOf, type OperationId, type Output } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ApiError, UnexpectedAnswer } from './api-error.ts';
import type { CallArguments, CallInput } from './call-input.ts';
import { readFirstEvent } from './first-event.ts';
import { type AnyInput, type ClientOptions, type Conditional, send } from './send.ts';

export { ApiError, UnexpectedAnswer, UnusableParameter } from './api-error.ts';
export type { CallInput } from './call-input.ts';
export type { ConfigReader, ConfigReaderOptions, ConfigReading } from './config-reader.ts';
export { createConfigReader } from './config-reader.ts';
export type { ConfigStore } from './config-store.ts';
export { followEvaluation } from './follow-evaluation.ts';
export type { CallOptions, ClientOptions } from './send.ts';

/** An answer with its status and headers. */
export interface ApiReply<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The answer if the caller already has the current state. */
export interface NotModified extends ApiReply<null> {
  readonly status: 304;
}

/** One method per operation: returns the body, and throws `ApiError` unless the call succeeds. */
export type Client = {
  readonly [Id in OperationId]: (...input: CallArguments<Id>) => Promise<Output<Id>>;
} & {
  /**
   * The same methods, which also return status and headers, and never throw because of a status.
   */
  readonly reply: {
    readonly [Id in OperationId]: EndpointOf<Id> extends { method: 'GET'; etag: true }
      ? ConditionalCall<Id>
      : Call<Id>;
  };
};

type Call<Id extends OperationId> = (...input: CallArguments<Id>) => Promise<ApiReply<Output<Id>>>;

/** Only `reply` accepts conditions: the other methods would have nothing to return for 304. */
interface ConditionalCall<Id extends OperationId> {
  (
    input: Omit<CallInput<Id>, 'ifNoneMatch'> & Conditional,
  ): Promise<ApiReply<Output<Id>> | NotModified>;
  (...input: CallArguments<Id>): Promise<ApiReply<Output<Id>>>;
}

/** A typed client of the whole API, derived from the contract; runs in browsers and in Node. */
export function createClient(options: ClientOptions): Client {
  const reply: Record<string, (input?: AnyInput) => Promise<ApiReply<unknown>>> = {};
  const methods: Record<string, unknown> = { reply };
  for (const endpoint of ENDPOINTS) {
    const call = (input: AnyInput = {}) => request(options, endpoint, input);
    reply[endpoint.operationId] = call;
    methods[endpoint.operationId] = async (input?: AnyInput) => {
      const answer = await call(input);
      if (answer.status >= 300) throw new ApiError(answer);
      return answer.body;
    };
  }
  return methods as Client; // Built from the table that the type is derived from.
}

async function request(
  options: ClientOptions,
  endpoint: Endpoint,
  input: AnyInput,
): Promise<ApiReply<unknown>> {
  const response = await send(options, endpoint, input);
  const mediaType = response.headers.get('content-type') ?? '';
  const isStream = mediaType.startsWith('text/event-stream');
  const text = isStream ? await readFirstEvent(response) : await response.text();
  const { status, headers } = response;
  return { status, headers, body: bodyOfAnswer(endpoint, { status, mediaType, text }) };
}

interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly text: string;
}

function bodyOfAnswer(endpoint: Endpoint, { status, mediaType, text }: Answer): unknown {
  if (text === '') return null;
  if (!/json/.test(mediaType)) {
    if (status < 300 && endpoint.contentType === undefined) throw new UnexpectedAnswer(mediaType);
    return text;
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnexpectedAnswer(mediaType, { cause });
  }
}
