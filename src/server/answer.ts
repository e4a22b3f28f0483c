import type { FastifyReply } from 'fastify';
import type { RecordedAnswer } from '../operations/idempotency.ts';
import { variesByOrigin } from './cross-origin.ts';

/** A complete HTTP answer, before the headers that every answer has. */
export type Answer = RecordedAnswer;

export const JSON_TYPE = 'application/json';

const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  vary: 'Authorization, Cookie',
} as const;

const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export interface Delivery {
  readonly requestId: string;
  /** Browsers are told to insist on https only where the service has it. */
  readonly isHttps: boolean;
}

/**
 * Writes an answer straight to the socket: with a dozen fixed headers, going through the
 * framework's reply object would cost more than everything else the server does for a small read.
 */
export function send(reply: FastifyReply, answer: Answer, delivery: Delivery): void {
  reply.hijack();
  const response = reply.raw;
  if (response.headersSent || response.destroyed) return;
  const hasBody = answer.body !== undefined && answer.status !== 304;
  const headers: Record<string, string | number> = {
    'x-request-id': delivery.requestId,
    'content-security-policy': API_POLICY,
    'cache-control': 'etag' in answer.headers ? 'private, no-cache' : 'no-store',
    ...EVERY_ANSWER,
    ...answer.headers,
  };
  if (delivery.isHttps) headers['strict-transport-security'] = 'max-age=31536000';
  if (variesByOrigin(reply)) headers['vary'] = `${EVERY_ANSWER.vary}, Origin`;
  if (hasBody) headers['content-length'] = Buffer.byteLength(answer.body);
  response.writeHead(answer.status, headers);
  response.end(hasBody && reply.request.method !== 'HEAD' ? answer.body : undefined);
}
