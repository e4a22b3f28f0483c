import { randomBytes } from 'node:crypto';
import type { DestinationStream } from 'pino';

export interface AnsweredRequest {
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** pino's number for "info", so that these lines look like all others. */
const INFO = 30;

/**
 * A line for each request: which operation, how it ended, how long it took; nothing the caller
 * sent. Written without the general logger, which takes longer than a small read.
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

/** Opaque and unique: the process by chance, the request by its number. */
export function makeRequestIds(): () => string {
  const start = randomBytes(9).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
