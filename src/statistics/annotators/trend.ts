import { tUpper } from '../numerics/distributions.ts';

/** Values with the time of each. */
export interface TimedValues {
  readonly time: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/**
 * Question: does a value rise or fall with time? Two-sided p of the correlation, t with n − 2
 * degrees of freedom; null with fewer than three values, or where time or value do not vary.
 * Assumes independent values: one per scenario. Cost: linear.
 */
export function trendP({ time, value }: TimedValues): number | null {
  const n = value.length;
  if (n < 3) return null;
  const meanTime = meanOf(time);
  const meanValue = meanOf(value);
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < n; i += 1) {
    const x = (time[i] ?? 0) - meanTime;
    const y = (value[i] ?? 0) - meanValue;
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  if (!(xx > 1e-9 && yy > 1e-9)) return null;
  const r2 = Math.min(1, (xy * xy) / (xx * yy));
  if (r2 > 1 - 1e-12) return 0;
  return 2 * tUpper(Math.sqrt((r2 * (n - 2)) / (1 - r2)), n - 2);
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? 0;
  return sum / values.length;
}
