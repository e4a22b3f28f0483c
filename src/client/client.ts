import { ENDPOINTS, type EndpointOf, type OperationId, type Output } from '../contract/api.ts';
import type { Endpoint, EndpointInput } from '../contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { readFirstEvent } from './first-event.ts';

export interface ClientOptions {
  /** Where the service is, without `/api`: `http://127.0.0.1:4600`. */
  readonly baseUrl: string;
  /** Left out in a browser, where the session cookie speaks for the user. */
  readonly apiKey?: string;
  readonly fetch?: typeof fetch;
  readonly headers?: Readonly<Record<string, string>>;
}

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

/** Asks for something only if it is no longer what the caller has. */
export interface Conditional {
  /** The ETag of what the caller has. */
  readonly ifNoneMatch: string;
}

export interface CallOptions {
  readonly ifMatch?: string;
  /** Writes only where nothing is there yet. */
  readonly ifNoneMatch?: '*';
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

type Wanted<Parts> = {
  readonly [Key in keyof Parts as Parts[Key] extends undefined ? never : Key]: Parts[Key];
};

type IsOptional<Parts> = Record<never, never> extends Parts ? true : false;

/** The parts of a request that its endpoint has; those that need nothing may be left out. */
type Relaxed<Parts> = {
  readonly [Key in keyof Parts as IsOptional<Parts[Key]> extends true ? never : Key]: Parts[Key];
} & {
  readonly [Key in keyof Parts as IsOptional<Parts[Key]> extends true ? Key : never]?: Parts[Key];
};

/** A large body is sent like any other; only the server reads it apart. */
type Sent<Id extends OperationId> = Omit<EndpointInput<EndpointOf<Id>>, 'upload'>;

export type CallInput<Id extends OperationId> = Relaxed<Wanted<Sent<Id>>> & CallOptions;

type CallArguments<Id extends OperationId> =
  IsOptional<CallInput<Id>> extends true ? [input?: CallInput<Id>] : [input: CallInput<Id>];

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

type QueryValue = string | number | boolean;

interface AnyInput extends Omit<CallOptions, 'ifNoneMatch'>, Partial<Conditional> {
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;
  readonly body?: unknown;
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
  const send = options.fetch ?? fetch;
  const response = await send(urlOf(options.baseUrl, endpoint, input), {
    method: endpoint.method,
    headers: headersOf(options, endpoint, input),
    ...(input.body === undefined ? {} : { body: bodyOf(endpoint, input.body) }),
    ...(input.signal === undefined ? {} : { signal: input.signal }),
  });
  const mediaType = response.headers.get('content-type') ?? '';
  const isStream = mediaType.startsWith('text/event-stream');
  const text = isStream ? await readFirstEvent(response) : await response.text();
  const isJson = /json/.test(mediaType);
  const body = text === '' ? null : isJson ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body };
}

function bodyOf(endpoint: Endpoint, body: unknown): string | FormData {
  if (endpoint.upload === undefined || endpoint.upload === 'json') return JSON.stringify(body);
  const form = new FormData();
  const fields: Record<string, Blob | string | number | boolean | undefined> = Object(body);
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value, value instanceof File ? value.name : name);
    else if (value !== undefined) form.set(name, String(value));
  }
  return form;
}

function urlOf(baseUrl: string, endpoint: Endpoint, input: AnyInput): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.parameters?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of value === undefined ? [] : [value].flat()) query.append(name, String(item));
  }
  const suffix = query.size === 0 ? '' : `?${query.toString()}`;
  return `${baseUrl.replace(/\/$/, '')}/api${path}${suffix}`;
}

function headersOf(
  options: ClientOptions,
  endpoint: Endpoint,
  input: AnyInput,
): Record<string, string> {
  const isForm = endpoint.upload === 'multipart' || endpoint.upload === 'form';
  return {
    ...(input.body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    ...(options.apiKey === undefined ? {} : { authorization: options.apiKey }),
    ...(input.ifMatch === undefined ? {} : { 'if-match': input.ifMatch }),
    ...(input.ifNoneMatch === undefined ? {} : { 'if-none-match': input.ifNoneMatch }),
    ...(input.idempotencyKey === undefined ? {} : { 'idempotency-key': input.idempotencyKey }),
    ...options.headers,
  };
}
