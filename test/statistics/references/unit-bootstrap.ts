import { type Interval, interval } from '../../../src/statistics/intervals/estimate.ts';
import { quantile } from '../../../src/statistics/numerics/quantile.ts';
import type { Random } from '../../../src/statistics/numerics/random.ts';

/** The 95 % percentile interval of a coefficient of agreement over resampled units. */
export function unitBootstrap<Unit>(
  units: readonly Unit[],
  coefficient: (sample: readonly Unit[]) => number | null,
  { random, draws }: { readonly random: Random; readonly draws: number },
): Interval | null {
  const estimates = Array.from({ length: draws }, () =>
    coefficient(units.flatMap(() => units.slice(random.below(units.length)).slice(0, 1))),
  ).filter((estimate) => estimate !== null);
  const sorted = estimates.sort((a, b) => a - b);
  return interval(quantile(sorted, 0.025), quantile(sorted, 0.975), 0.95);
}
