import type { Logger } from 'pino';
import { Problem } from '../contract/problems.ts';

const REPEAT_AFTER_MS = 60_000;

/**
 * Logs failures of background work. It may fail every second, so while the database is unreachable
 * the same sentence is logged once a minute. A defect is logged each time, with its stack.
 */
export function logBackgroundFailures(log: Logger, clock: () => number): (error: unknown) => void {
  const loggedAt = new Map<string, number>();
  return (error) => {
    if (!(error instanceof Problem) || error.status < 500) {
      log.error({ err: error }, 'background work failed');
      return;
    }
    const now = clock();
    if (now - (loggedAt.get(error.message) ?? Number.NEGATIVE_INFINITY) < REPEAT_AFTER_MS) return;
    loggedAt.set(error.message, now);
    log.warn({ err: error.cause }, error.message);
  };
}
