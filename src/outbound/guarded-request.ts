import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
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
  /** For everything together: looking up, connecting, redirects and reading the answer. */
  readonly timeoutMs: number;
  /** Each hop is judged again; credentials do not follow to another origin. */
  readonly maxRedirects: number;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** All of it, for answers that are small. */
  readonly bytes: () => Promise<Uint8Array>;
  /** Ends a call whose answer is no longer wanted. */
  readonly discard: () => void;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const CREDENTIALS =
  /^(authorization|cookie|proxy-authorization|.*(signature|key|token|secret|password).*)$/i;

/** A header whose value lets its holder in. */
export function isCredential(name: string): boolean {
  return CREDENTIALS.test(name);
}

/** The only way out: one request to a destination that was judged and is pinned. */
export async function guardedRequest(
  rules: OutboundRules,
  wish: OutboundRequest,
  connections: Connections = SINGLE_USE,
): Promise<OutboundResponse> {
  const deadline = new Deadline(wish.timeoutMs);
  const traced = rules.trace?.(URL.parse(wish.url)?.host ?? '');
  const headers =
    traced === undefined ? wish.headers : { ...wish.headers, traceparent: traced.traceparent };
  try {
    const way = { rules, connections, deadline };
    const response = await follow({ ...wish, headers }, way);
    traced?.end(response.status);
    return response;
  } catch (error) {
    traced?.end(undefined);
    deadline.end();
    throw error;
  }
}

interface Way {
  readonly rules: OutboundRules;
  readonly connections: Connections;
  readonly deadline: Deadline;
}

async function follow(wish: OutboundRequest, way: Way): Promise<OutboundResponse> {
  let current = wish;
  for (let hops = 0; ; hops += 1) {
    const url = URL.parse(current.url);
    if (url === null) throw new OutboundRefused('this is not an absolute URL');
    const destination = await way.deadline.within(chooseDestination(url, way.rules));
    const response = await call(destination, current, way);
    if (!REDIRECTS.has(response.statusCode)) return toResponse(response, wish, way.deadline);
    const { location } = response.headers;
    discard(response);
    if (hops === wish.maxRedirects || typeof location !== 'string') {
      throw new OutboundRefused('the answer is a redirect', 'redirect_refused');
    }
    current = redirected(current, url, location);
  }
}

async function call(
  destination: Destination,
  wish: OutboundRequest,
  { connections, deadline }: Way,
): Promise<Dispatcher.ResponseData> {
  const { dispatcher, release } = connections.borrow(destination);
  try {
    // The signal alone does not end a request that still waits for its connection.
    const response = await deadline.within(
      request(destination.url, {
        dispatcher,
        signal: deadline.signal,
        method: wish.method,
        headers: wish.headers,
        ...(wish.body === undefined ? {} : { body: wish.body }),
        headersTimeout: wish.timeoutMs,
        bodyTimeout: wish.timeoutMs,
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
  // Destroying a body that is on its way is reported as an error of that body.
  body.on('error', () => undefined);
  body.destroy();
}

function redirected(wish: OutboundRequest, from: URL, location: string): OutboundRequest {
  const target = URL.parse(location, from.href);
  if (target === null) throw new OutboundRefused('the redirect leads nowhere', 'redirect_refused');
  const isSameOrigin = target.origin === from.origin;
  const headers = Object.entries(wish.headers).filter(
    ([name]) => isSameOrigin || !isCredential(name),
  );
  return { ...wish, headers: Object.fromEntries(headers), url: target.href };
}

function toResponse(
  response: Dispatcher.ResponseData,
  wish: OutboundRequest,
  deadline: Deadline,
): OutboundResponse {
  response.body.once('close', () => deadline.end());
  return {
    status: response.statusCode,
    headers: response.headers,
    chunks: () => limited(response.body, wish.limitBytes, deadline),
    bytes: () => deadline.within(collected(response.body, wish.limitBytes)),
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
    // With the body the time limit ends as well: nothing else would end a call without either.
    body.once('close', () => reject(brokenOff()));
  });
}

function tooLarge(limitBytes: number): OutboundRefused {
  return new OutboundRefused(`the answer is larger than ${limitBytes} bytes`, 'answer_too_large');
}

function brokenOff(): OutboundRefused {
  return new OutboundRefused('the answer broke off', 'broken_off');
}
