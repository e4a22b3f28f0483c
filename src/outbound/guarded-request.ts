import { Agent, type Dispatcher, request } from 'undici';
import {
  chooseDestination,
  type Destination,
  OutboundRefused,
  type OutboundRules,
} from './destination.ts';
import { pinnedConnector } from './pinned-connector.ts';

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly limitBytes: number;
  /** For everything together: looking up, connecting, redirects and reading the answer. */
  readonly timeoutMs: number;
  /** Each hop is judged anew; credentials do not follow to another origin. */
  readonly maxRedirects: number;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** Ends a call whose answer nobody wants to read. */
  readonly discard: () => void;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const CREDENTIALS = /^(authorization|cookie|proxy-authorization|.*-signature|.*api-key)$/i;

/** The only way out: one request to a destination that was judged and is pinned. */
export async function guardedRequest(
  rules: OutboundRules,
  wish: OutboundRequest,
): Promise<OutboundResponse> {
  const signal = AbortSignal.timeout(wish.timeoutMs);
  let current = wish;
  for (let hops = 0; ; hops += 1) {
    const url = URL.parse(current.url);
    if (url === null) throw new OutboundRefused('this is not an absolute URL');
    const destination = await inTime(chooseDestination(url, rules), signal);
    const response = await call(destination, current, signal);
    if (!REDIRECTS.has(response.statusCode)) return toResponse(response, wish, signal);
    const { location } = response.headers;
    discard(response);
    if (hops === wish.maxRedirects || typeof location !== 'string') {
      throw new OutboundRefused('the answer is a redirect');
    }
    current = redirected(current, url, location);
  }
}

/** A resolver that never answers must not outlive the call. */
function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const timeout = new Promise<never>((_, reject) => {
    const refuse = () => reject(new OutboundRefused('the call took too long'));
    if (signal.aborted) refuse();
    signal.addEventListener('abort', refuse, { once: true });
  });
  return Promise.race([work, timeout]);
}

async function call(
  destination: Destination,
  wish: OutboundRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  // Without pipelining a connection is closed after its one answer.
  const dispatcher = new Agent({ connect: pinnedConnector(destination), pipelining: 0 });
  // The signal alone does not end a request that still waits for its connection.
  const abandon = () => {
    dispatcher.destroy().catch(() => undefined);
  };
  signal.addEventListener('abort', abandon, { once: true });
  try {
    return await request(destination.url, {
      dispatcher,
      signal,
      method: wish.method,
      headers: { ...wish.headers },
      ...(wish.body === undefined ? {} : { body: wish.body }),
      headersTimeout: wish.timeoutMs,
      bodyTimeout: wish.timeoutMs,
    });
  } catch (error) {
    if (error instanceof OutboundRefused) throw error;
    throw new OutboundRefused(error instanceof Error ? error.message : 'the call failed');
  }
}

function discard({ body }: Dispatcher.ResponseData): void {
  // Destroying a body that is on its way is reported as an error of that body.
  body.on('error', () => undefined);
  body.destroy();
}

function redirected(wish: OutboundRequest, from: URL, location: string): OutboundRequest {
  const target = URL.parse(location, from.href);
  if (target === null) throw new OutboundRefused('the redirect leads nowhere');
  const isSameOrigin = target.origin === from.origin;
  const headers = Object.entries(wish.headers).filter(
    ([name]) => isSameOrigin || !CREDENTIALS.test(name),
  );
  return { ...wish, headers: Object.fromEntries(headers), url: target.href };
}

function toResponse(
  response: Dispatcher.ResponseData,
  wish: OutboundRequest,
  signal: AbortSignal,
): OutboundResponse {
  return {
    status: response.statusCode,
    headers: response.headers,
    chunks: () => limited(response.body, wish.limitBytes, signal),
    discard: () => discard(response),
  };
}

async function* limited(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > limitBytes) {
        throw new OutboundRefused(`the answer is larger than ${limitBytes} bytes`);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof OutboundRefused) throw error;
    throw new OutboundRefused(signal.aborted ? 'the answer took too long' : 'the answer broke off');
  }
}
