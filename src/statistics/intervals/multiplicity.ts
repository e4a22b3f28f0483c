import type { Warning } from './estimate.ts';

export interface AdjustedP {
  readonly method: string;
  readonly n: number;
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
  /** In input order; null where the input was missing or not a probability. */
  readonly adjusted: readonly (number | null)[];
}

/**
 * Question: which of many results survive? Adjusted p-values after Benjamini & Hochberg 1995 (false
 * discovery rate): the running minimum of m·p_(j)/j. A result survives at level α when its adjusted
 * p is at most α. Missing values do not count among the comparisons. Assumes independent or
 * positively dependent tests. Cost: one sort.
 */
export function benjaminiHochberg(pValues: readonly (number | null)[]): AdjustedP {
  const falling = pValues
    .map((p, index) => ({ p: p ?? Number.NaN, index }))
    .filter(({ p }) => p >= 0 && p <= 1)
    .sort((a, b) => b.p - a.p || b.index - a.index);
  const m = falling.length;
  const adjusted: (number | null)[] = pValues.map(() => null);
  let least = 1;
  falling.forEach(({ p, index }, place) => {
    least = Math.min(least, p * (m / (m - place)));
    adjusted[index] = least;
  });
  const warnings: Warning[] = [];
  if (m === 0) warnings.push('no_data');
  if (m < pValues.length) warnings.push('missing_excluded');
  return { method: 'adjust.bh', n: m, nClusters: m, warnings, adjusted };
}

/**
 * Question: which of many results hold at once? Adjusted p-values after Holm 1979 (family-wise
 * error): the running maximum of (m − j + 1)·p_(j). Missing values do not count among the
 * comparisons. Holds under any dependence. Cost: one sort.
 */
export function holm(pValues: readonly (number | null)[]): readonly (number | null)[] {
  const rising = pValues
    .map((p, index) => ({ p: p ?? Number.NaN, index }))
    .filter(({ p }) => p >= 0 && p <= 1)
    .sort((a, b) => a.p - b.p || a.index - b.index);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let most = 0;
  rising.forEach(({ p, index }, place) => {
    most = Math.max(most, Math.min(1, p * (rising.length - place)));
    adjusted[index] = most;
  });
  return adjusted;
}
