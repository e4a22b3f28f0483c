import { type Warning, warningList } from '../../../src/statistics/intervals/estimate.ts';
import { isLevel } from './options.ts';

export interface EBenjaminiHochberg {
  readonly method: string;
  readonly n: number;
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
  /** Whether each result survives, in input order. */
  readonly rejected: readonly boolean[];
  readonly count: number;
}

/**
 * Question: which of many always-valid results survive, with the share of false finds at most α under
 * any dependence and any peeking? e-BH: sort e-values descending, keep the first k with e_(k) ≥ m/(kα).
 * Reference: Wang & Ramdas 2022, JRSS-B 84:822. Cost: one sort.
 */
export function eBenjaminiHochberg(
  eValues: readonly (number | null)[],
  alpha = 0.05,
): EBenjaminiHochberg {
  const order = eValues
    .map((e, index) => ({ e: e ?? Number.NaN, index }))
    .filter(({ e }) => e >= 0)
    .sort((a, b) => b.e - a.e || a.index - b.index);
  const m = order.length;
  let count = 0;
  order.forEach(({ e }, rank) => {
    if (isLevel(alpha) && e >= m / ((rank + 1) * alpha)) count = rank + 1;
  });
  const rejected = eValues.map(() => false);
  for (const { index } of order.slice(0, count)) rejected[index] = true;
  const warnings = warningList(
    m === 0 ? ['no_data'] : m < eValues.length ? ['missing_excluded'] : [],
    isLevel(alpha) ? [] : ['invalid_option'],
  );
  return { method: 'adjust.e-bh', n: m, nClusters: m, warnings, rejected, count };
}
