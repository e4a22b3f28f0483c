import type { Interval } from '../../../src/statistics/intervals/estimate.ts';

/** The variant whose always-valid intervals against every other one lie above the reference, or null. */
export function settledBest(
  intervals: readonly (readonly (Interval | null)[])[],
  reference = 0.5,
): number | null {
  const best = intervals.findIndex((row, i) =>
    row.every((range, j) => i === j || (range !== null && range.low > reference)),
  );
  return best >= 0 && intervals.length > 1 ? best : null;
}
