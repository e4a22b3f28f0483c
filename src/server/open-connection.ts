import type { FastifyRequest } from 'fastify';
import type { OpenConnection } from '../operations/context.ts';
import type { Installation } from './installation.ts';

/** How long a client that no longer reads may keep an ended stream's connection. */
const GRACE_MS = 1_000;

/** The connection as a streaming operation sees it. */
export function openConnection(
  { clock, stopping, onChange }: Installation,
  request: FastifyRequest,
): OpenConnection {
  const { socket } = request.raw;
  const gone = new AbortController();
  if (socket.destroyed) gone.abort();
  socket.once('close', () => gone.abort());
  const ended = AbortSignal.any([stopping, gone.signal]);
  ended.addEventListener('abort', () => {
    setTimeout(() => socket.destroy(), GRACE_MS).unref();
  });
  const lastEventId = request.headers['last-event-id'];
  return {
    lastEventId: Array.isArray(lastEventId) ? lastEventId.at(-1) : lastEventId,
    clock,
    ended,
    onChange,
  };
}
