import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { RecordedAnswer } from '../operations/idempotency.ts';
import { variesByOrigin } from './cross-origin.ts';

/** A complete HTTP answer, before the headers that every answer has. */
export interface Answer extends RecordedAnswer {
  /** Sent in place of a text: a file in one of its encodings. */
  readonly bytes?: Uint8Array;
  /** Sent in place of a body that is too large to hold in memory. */
  readonly stream?: AsyncIterable<string>;
  /** Set in addition to the session cookie. */
  readonly deviceCookie?: string;
}

/** How long a client may go on sending before its connection is closed, see `closeOnSender`. */
export const LINGER_MS = 2_000;

export const JSON_TYPE = 'application/json';

const VARY = 'Authorization, Cookie';

/** For HTML only: JSON opens no windows and uses no devices. */
export const PAGE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export interface Delivery {
  readonly requestId: string;
  /** HSTS is sent only over https. */
  readonly isHttps: boolean;
  /** Called when a streamed answer fails while its client still reads it. */
  readonly onBroken?: (error: unknown) => void;
}

/**
 * Writes an answer straight to the socket: with a dozen fixed headers, the framework's reply object
 * would cost more than everything else the server does for a small read.
 */
export function send(reply: FastifyReply, answer: Answer, delivery: Delivery): void {
  reply.hijack();
  const response = reply.raw;
  if (response.headersSent || response.destroyed) return;
  const content = answer.status === 304 ? undefined : (answer.bytes ?? answer.body);
  const headers: Record<string, string | number | string[]> = {
    'x-request-id': delivery.requestId,
    'x-content-type-options': 'nosniff',
    'content-security-policy': API_POLICY,
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': answer.headers['etag'] === undefined ? 'no-store' : 'private, no-cache',
    vary: VARY,
  };
  for (const name in answer.headers) headers[name] = answer.headers[name] ?? '';
  if (answer.deviceCookie !== undefined) {
    headers['set-cookie'] = [answer.headers['set-cookie'] ?? '', answer.deviceCookie];
  }
  if (delivery.isHttps) headers['strict-transport-security'] = 'max-age=31536000';
  if (variesByOrigin(reply)) headers['vary'] = `${String(headers['vary'])}, Origin`;
  if (content !== undefined) headers['content-length'] = Buffer.byteLength(content);
  const isUnread = isStillSending(reply.request.raw);
  if (isUnread) headers['connection'] = 'close';
  response.writeHead(answer.status, headers);
  if (answer.stream !== undefined && reply.request.method !== 'HEAD') {
    void sendStream(answer.stream, response).catch(delivery.onBroken);
    return;
  }
  const body = content !== undefined && reply.request.method !== 'HEAD' ? content : '';
  if (isUnread) closeOnSender(reply.request.raw, response, body);
  else response.end(body);
}

/** Whether the client is still sending its body. */
function isStillSending({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Sends the answer and closes the connection shortly after: closing it at once could lose the
 * answer on its way (RFC 9112, 9.6); keeping it would let clients without a credential hold
 * connections.
 */
function closeOnSender(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | Uint8Array,
): void {
  response.flushHeaders();
  response.write(body);
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
  request.socket.once('close', () => clearTimeout(timer));
  request.once('end', () => response.end());
  request.resume();
}

/** An answer that fails half-way ends its connection, so that no client takes it for complete. */
async function sendStream(stream: AsyncIterable<string>, response: ServerResponse): Promise<void> {
  try {
    // One part is read ahead, not the usual sixteen.
    await pipeline(Readable.from(stream, { highWaterMark: 1 }), response);
  } catch (error) {
    response.destroy();
    const isReaderGone =
      error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!isReaderGone) throw error;
  }
}
