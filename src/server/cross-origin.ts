import type { FastifyReply, FastifyRequest } from 'fastify';

const ALLOW_ORIGIN = 'access-control-allow-origin';

/** Lets the pages of a listed origin read the answer, but never send cookies. */
export function allowOrigin(
  origins: ReadonlySet<string>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return;
  reply.raw.setHeader(ALLOW_ORIGIN, origin);
  reply.raw.setHeader(
    'access-control-expose-headers',
    'ETag, Link, Location, Retry-After, X-Request-Id, X-Total-Count, Idempotent-Replayed',
  );
}

/** Headers for the preflight that precedes a key or JSON from another origin. */
export function preflightHeaders(reply: FastifyReply, allow: string): Record<string, string> {
  if (!reply.raw.hasHeader(ALLOW_ORIGIN)) return {};
  return {
    'access-control-allow-methods': allow,
    'access-control-allow-headers':
      'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match',
    'access-control-max-age': '600',
  };
}

/** Whether the answer depends on the caller's origin. */
export function variesByOrigin(reply: FastifyReply): boolean {
  return reply.raw.hasHeader(ALLOW_ORIGIN);
}
