import type { Readable } from 'node:stream';
import { type Dispatcher, request as send } from 'undici';
import { type Connections, SINGLE_USE } from './connections.ts';
import { Deadline } from './deadline.ts';
import {
  chooseDestination,
  type Destination,
  OutboundRefused,
  type OutboundRules,
} from './destination.ts';

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly limitBytes: number;
  /** For the whole call: look-up, connection, redirects and reading the answer. */
  readonly timeoutMs: number;
  /** Each hop is checked again; credentials are not sent to another origin. */
  readonly maxRedirects: number;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** The whole body, for small answers. */
  readonly bytes: () => Promise<Uint8Array>;
  /** Ends the call without reading the rest of the answer. */
  readonly discard: () => void;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const CREDENTIALS =
  /^(authorization|cookie|proxy-authorization|.*(signature|key|token|secret|password).*)$/i;

/** Whether the value of a header grants access. */
export function isCredential(name: string): boolean {
  return CREDENTIALS.test(name);
}

/** The only way to a URL that a user entered: one request to a checked and pinned destination. */
export async function guardedRequest(
  rules: OutboundRules,
  request: OutboundRequest,
  connections: Connections = SINGLE_USE,
): Promise<OutboundResponse> {
  const deadline = new Deadline(request.timeoutMs);
  const traced = rules.trace?.(URL.parse(request.url)?.host ?? '');
  const headers =
    traced === undefined
      ? request.headers
      : { ...request.headers, traceparent: traced.traceparent };
  try {
    const context = { rules, connections, deadline };
    const response = await follow({ ...request, headers }, context);
    traced?.end(response.status);
    return response;
  } catch (error) {
    traced?.end(undefined);
    deadline.end();
    throw error;
  }
}

interface CallContext {
  readonly rules: OutboundRules;
  readonly connections: Connections;
  readonly deadline: Deadline;
}

async function follow(request: OutboundRequest, context: CallContext): Promise<OutboundResponse> {
  let current = request;
  for (let hops = 0; ; hops += 1) {
    const url = URL.parse(current.url);
    if (url === null) throw new OutboundRefused('this is not an absolute URL');
    const destination = await context.deadline.within(chooseDestination(url, context.rules));
    const response = await call(destination, current, context);
    if (!REDIRECTS.has(response.statusCode)) return toResponse(response, request, context.deadline);
    const { location } = response.headers;
    discard(response);
    if (hops === request.maxRedirects || typeof location !== 'string') {
      throw new OutboundRefused('the answer is a redirect', 'redirect_refused');
    }
    current = redirected(current, url, location);
  }
}

async function call(
  destination: Destination,
  request: OutboundRequest,
  { connections, deadline }: CallContext,
): Promise<Dispatcher.ResponseData> {
  const { dispatcher, release } = connections.borrow(destination);
  try {
    // The signal alone does not end a request that still waits for its connection.
    const response = await deadline.within(
      send(destination.url, {
        dispatcher,
        signal: deadline.signal,
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        headersTimeout: request.timeoutMs,
        bodyTimeout: request.timeoutMs,
      }),
    );
    response.body.once('close', release);
    return response;
  } catch (error) {
    release();
    if (error instanceof OutboundRefused) throw error;
    throw new OutboundRefused(
      error instanceof Error ? error.message : 'the call failed',
      deadline.hasPassed ? 'timed_out' : 'broken_off',
    );
  }
}

function discard({ body }: Dispatcher.ResponseData): void {
  // Destroying an unfinished body emits an error on it.
  body.on('error', () => undefined);
  body.destroy();
}

function redirected(request: OutboundRequest, from: URL, location: string): OutboundRequest {
  const target = URL.parse(location, from.href);
  if (target === null) throw new OutboundRefused('the redirect leads nowhere', 'redirect_refused');
  const isSameOrigin = target.origin === from.origin;
  const headers = Object.entries(request.headers).filter(
    ([name]) => isSameOrigin || !isCredential(name),
  );
  return { ...request, headers: Object.fromEntries(headers), url: target.href };
}

function toResponse(
  response: Dispatcher.ResponseData,
  request: OutboundRequest,
  deadline: Deadline,
): OutboundResponse {
  response.body.once('close', () => deadline.end());
  return {
    status: response.statusCode,
    headers: response.headers,
    chunks: () => limited(response.body, request.limitBytes, deadline),
    bytes: () => deadline.within(collected(response.body, request.limitBytes)),
    discard: () => discard(response),
  };
}

async function* limited(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > limitBytes) throw tooLarge(limitBytes);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof OutboundRefused) throw error;
    throw deadline.hasPassed
      ? new OutboundRefused('the answer took too long', 'timed_out')
      : brokenOff();
  }
}

/** By events, because iterating costs more than the rest of a small answer. */
function collected(body: Readable, limitBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    body.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limitBytes) return;
      reject(tooLarge(limitBytes));
      body.destroy();
    });
    body.once('end', () => resolve(Buffer.concat(chunks)));
    body.on('error', () => reject(brokenOff()));
    // Closing the body also ends the time limit, so nothing else would settle a body cut short.
    body.once('close', () => reject(brokenOff()));
  });
}

function tooLarge(limitBytes: number): OutboundRefused {
  return new OutboundRefused(`the answer is larger than ${limitBytes} bytes`, 'answer_too_large');
}

function brokenOff(): OutboundRefused {
  return new OutboundRefused('the answer broke off', 'broken_off');
}
