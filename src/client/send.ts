import type { Endpoint } from '../contract/endpoint.ts';
import { UnusableParameter } from './api-error.ts';

export interface ClientOptions {
  /** Where the service is, with or without `/api`: `http://127.0.0.1:4600`. */
  readonly baseUrl: string;
  /** Leave it out in a browser, where the session cookie identifies the user. */
  readonly apiKey?: string;
  readonly fetch?: typeof fetch;
  readonly headers?: Readonly<Record<string, string>>;
  /** A call that takes longer fails; without it only the runtime's own limits apply. */
  readonly timeoutMs?: number;
}

/** Requests an object only if it differs from the caller's. */
export interface Conditional {
  /** The caller's ETag. */
  readonly ifNoneMatch: string;
}

export interface CallOptions {
  readonly ifMatch?: string;
  /** Writes only if nothing exists yet. */
  readonly ifNoneMatch?: '*';
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

type QueryValue = string | number | boolean;

export interface AnyInput extends Omit<CallOptions, 'ifNoneMatch'>, Partial<Conditional> {
  readonly parameters?: Readonly<Record<string, string | number | undefined>>;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;
  readonly body?: unknown;
}

/** Sends one request of the contract, without reading the answer's body. */
export function send(
  options: ClientOptions,
  endpoint: Endpoint,
  input: AnyInput,
): Promise<Response> {
  const request = options.fetch ?? fetch;
  const signals = [
    ...(input.signal === undefined ? [] : [input.signal]),
    ...(options.timeoutMs === undefined ? [] : [AbortSignal.timeout(options.timeoutMs)]),
  ];
  return request(urlOf(options.baseUrl, endpoint, input), {
    method: endpoint.method,
    headers: headersOf(options, endpoint, input),
    ...(input.body === undefined ? {} : { body: bodyOf(endpoint, input.body) }),
    ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
  });
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
    inPath(name, `${input.parameters?.[name] ?? ''}`),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of value === undefined ? [] : [value].flat()) query.append(name, String(item));
  }
  const suffix = query.size === 0 ? '' : `?${query.toString()}`;
  return `${withoutApi(baseUrl)}/api${path}${suffix}`;
}

/** The address of the service, with or without `/api` and trailing slashes. */
function withoutApi(address: string): string {
  return address.replace(/\/+$/, '').replace(/\/api$/, '');
}

/** An empty name, `.` or `..` would change the path to that of another operation. */
function inPath(name: string, value: string): string {
  if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new UnusableParameter(`${name} cannot be "${value}". Give an id or a name.`);
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
