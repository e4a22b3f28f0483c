const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
const LONGEST_ASKED_MS = 600_000;

interface FailedAttempt {
  /** 1 for the first. */
  readonly attempt: number;
  /** The delay that the app or provider asked for. */
  readonly retryAfterMs: number | null;
  readonly random: () => number;
}

/**
 * How long to wait after a failed attempt: twice as long after each, less a random part, so that
 * calls that failed together are not retried together.
 */
export function retryDelayMs({ attempt, retryAfterMs, random }: FailedAttempt): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  const chosen = Math.round(whole / 2 + (whole / 2) * random());
  return Math.max(chosen, Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS));
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Reads a Retry-After header: seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return null;
  const waitMs = Date.parse(text) - now;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}
