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

/** An answer with everything around its body. */
export interface ApiReply<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The answer to a caller who already has the current state. */
export interface NotModified extends ApiReply<null> {
  readonly status: 304;
}

/** One method an operation: returns the body, throws `ApiError` for every other answer than success. */
export type Client = {
  readonly [Id in OperationId]: (...input: CallArguments<Id>) => Promise<Output<Id>>;
} & {
  /** The same methods, returning status and headers too, and never throwing because of a status. */
  readonly reply: {
    readonly [Id in OperationId]: EndpointOf<Id> extends { method: 'GET'; etag: true }
      ? ConditionalCall<Id>
      : Call<Id>;
  };
};

type Call<Id extends OperationId> = (...input: CallArguments<Id>) => Promise<ApiReply<Output<Id>>>;

/** Only `reply` takes conditions: the other methods have nothing to return where nothing changed. */
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
  return methods as Client; // Filled from the same table the type is made from.
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
