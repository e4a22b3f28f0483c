import type { FailureCode } from './failure-codes.ts';

/** Whether the same call may succeed later, unchanged. */
export type Retry = 'never' | 'later';

export interface StatusFailure {
  readonly code: FailureCode;
  readonly retry: Retry;
}

/** The failure that a status means; undefined when the call succeeded. */
export function failureOfStatus(status: number): StatusFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 500) return { code: 'provider_error', retry: 'later' };
  switch (status) {
    case 401:
    case 403:
      return { code: 'unauthorized', retry: 'never' };
    case 404:
      return { code: 'not_found', retry: 'never' };
    case 408:
      return { code: 'timed_out', retry: 'later' };
    case 425:
      return { code: 'provider_error', retry: 'later' };
    case 429:
      return { code: 'rate_limited', retry: 'later' };
    default:
      return { code: status < 400 ? 'redirect_refused' : 'rejected', retry: 'never' };
  }
}
