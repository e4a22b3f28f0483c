import { FAILURES, type FailureCode } from '../domain/outputs/failure-codes.ts';
import type { Retry } from '../domain/outputs/failure-of-status.ts';

export interface FailedAnswer extends Failure {
  readonly outcome: 'failed';
  readonly message: string;
  readonly latencyMs: number;
}

export interface Failure {
  readonly code: FailureCode;
  /** Present where more is known than the code says. */
  readonly message?: string;
  /** The beginning of the response body, without the secrets that the call sent. */
  readonly raw: string | null;
  readonly retry: Retry;
  readonly retryAfterMs: number | null;
}

/** The answer to a call that was in progress when its caller was closed. */
export function brokenOff(): FailedAnswer {
  return failed(failureOf('broken_off'), 0);
}

export function failed(failure: Failure, latencyMs: number): FailedAnswer {
  return { outcome: 'failed', message: FAILURES[failure.code], latencyMs, ...failure };
}

/** The same call may succeed later when only the way to the other side failed. */
const PASSING: ReadonlySet<FailureCode> = new Set([
  'unreachable',
  'timed_out',
  'broken_off',
  'provider_error',
]);

export function failureOf(code: FailureCode): Failure {
  const retry = PASSING.has(code) ? 'later' : 'never';
  return { code, raw: null, retry, retryAfterMs: null };
}
