import type { Estimate } from '../../statistics/intervals/estimate.ts';

/** The same difference seen from the other variant. */
export function negateEstimate(found: Estimate): Estimate {
  const { estimate, interval: range } = found;
  return {
    ...found,
    estimate: estimate === null ? null : -estimate,
    interval: range && { ...range, low: -range.high, high: -range.low },
  };
}
