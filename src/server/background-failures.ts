import type { Logger } from 'pino';
import { Problem } from '../contract/problems.ts';

const TELL_AGAIN_MS = 60_000;

/**
 * Logs what background work meets. That looks every second: while the database is away, the same
 * sentence is logged once a minute. A defect is logged each time, with its stack.
 */
export function logBackgroundFailures(log: Logger, clock: () => number): (error: unknown) => void {
  const toldAt = new Map<string, number>();
  return (error) => {
    if (!(error instanceof Problem) || error.status < 500) {
      log.error({ err: error }, 'background work failed');
      return;
    }
    const now = clock();
    if (now - (toldAt.get(error.message) ?? Number.NEGATIVE_INFINITY) < TELL_AGAIN_MS) return;
    toldAt.set(error.message, now);
    log.warn({ err: error.cause }, error.message);
  };
}
