import type { Warning } from '../../../src/statistics/intervals/estimate.ts';
import type { AdjustedP } from '../../../src/statistics/intervals/multiplicity.ts';

export type Adjustment = 'bonferroni' | 'holm' | 'hochberg' | 'by' | 'none';

/**
 * Question: which of many results survive? Adjusted p-values by Bonferroni, Holm 1979 (any error among
 * declared comparisons), Hochberg 1988 (independent or positively dependent) or Benjamini & Yekutieli 2001
 * (share of false finds under any dependence). Missing values do not count among the comparisons.
 */
export function adjustP(pValues: readonly (number | null)[], adjustment: Adjustment): AdjustedP {
  const order = pValues
    .map((p, index) => ({ p: p ?? Number.NaN, index }))
    .filter(({ p }) => p >= 0 && p <= 1)
    .sort((a, b) => a.p - b.p || a.index - b.index);
  const m = order.length;
  const adjusted: (number | null)[] = pValues.map(() => null);
  const factors = order.map((_, rank) => factor(adjustment, rank, m));
  const raw = order.map(({ p }, rank) => Math.min(1, p * (factors[rank] ?? 1)));
  const monotone = enforceOrder(raw, adjustment);
  order.forEach(({ index }, rank) => {
    adjusted[index] = monotone[rank] ?? null;
  });
  const warnings: Warning[] = [];
  if (m === 0) warnings.push('no_data');
  if (m < pValues.length) warnings.push('missing_excluded');
  return { method: `adjust.${adjustment}`, n: m, nClusters: m, warnings, adjusted };
}

function factor(adjustment: Adjustment, rank: number, m: number): number {
  switch (adjustment) {
    case 'none':
      return 1;
    case 'bonferroni':
      return m;
    case 'holm':
    case 'hochberg':
      return m - rank;
    case 'by':
      return (m / (rank + 1)) * harmonic(m);
  }
}

function harmonic(m: number): number {
  let sum = 0;
  for (let j = m; j >= 1; j -= 1) sum += 1 / j;
  return sum;
}

function enforceOrder(raw: readonly number[], adjustment: Adjustment): readonly number[] {
  if (adjustment === 'none' || adjustment === 'bonferroni') return raw;
  const result = [...raw];
  if (adjustment === 'holm') {
    for (let k = 1; k < result.length; k += 1) {
      result[k] = Math.max(result[k] ?? 0, result[k - 1] ?? 0);
    }
    return result;
  }
  for (let k = result.length - 2; k >= 0; k -= 1) {
    result[k] = Math.min(result[k] ?? 1, result[k + 1] ?? 1);
  }
  return result;
}
