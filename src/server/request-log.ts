import { randomBytes } from 'node:crypto';
import type { DestinationStream } from 'pino';

export interface AnsweredRequest {
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** pino's level "info". */
const INFO = 30;

/**
 * Logs a line per request: operation, status and duration; nothing the caller sent. Written without
 * pino, which takes longer than a small read.
 */
export function makeRequestLog(
  destination: DestinationStream,
  clock: () => number,
): (answered: AnsweredRequest) => void {
  return ({ requestId, operation, status, milliseconds }) => {
    const ms = Math.round(milliseconds * 100) / 100;
    destination.write(
      `{"level":${INFO},"time":${clock()},"request_id":"${requestId}","operation":"${operation}","status":${status},"ms":${ms},"msg":"answered"}\n`,
    );
  };
}

/** Opaque and unique: a random part per process, then a counter. */
export function makeRequestIds(): () => string {
  const start = randomBytes(9).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
