import type { Estimate } from '../../statistics/intervals/estimate.ts';

/** The same difference told from the other variant's side. */
export function negateEstimate(found: Estimate): Estimate {
  const { estimate, interval: range } = found;
  return {
    ...found,
    estimate: estimate === null ? null : -estimate,
    interval: range && { ...range, low: -range.high, high: -range.low },
  };
}
