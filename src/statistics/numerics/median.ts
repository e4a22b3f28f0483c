import {
  confidenceOf,
  type Estimate,
  interval,
  isUsable,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from '../intervals/estimate.ts';
import { binomialLower } from './distributions.ts';
import { medianOf, smallest } from './quantile.ts';

/**
 * Question: what is the middle value? Estimator: the median with the exact interval between two
 * order statistics, which holds for any distribution. Assumes independent observations. Reference:
 * Conover 1971. Below six observations no such interval exists at 95 %. Cost: linear.
 */
export function medianEstimate(
  values: ArrayLike<number>,
  options?: { readonly confidence?: number | undefined },
): Estimate {
  const method = 'median.order-statistics';
  const usable = new Float64Array(values.length);
  let n = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? Number.NaN;
    if (!isUsable(value)) continue;
    usable[n] = value;
    n += 1;
  }
  const excluded: readonly Warning[] = n < values.length ? ['non_finite_excluded'] : [];
  if (n === 0) return noEstimate(method, 0, warningList(excluded, ['no_data']));
  const known = usable.subarray(0, n);
  const confidence = confidenceOf(options);
  const cut = cutOf(n, (1 - confidence) / 2);
  return {
    estimate: medianOf(known),
    interval:
      cut === 0 ? null : interval(smallest(known, cut - 1), smallest(known, n - cut), confidence),
    method,
    n,
    nClusters: n,
    warnings: warningList(excluded, cut === 0 ? ['few_cases'] : [], optionWarnings(options)),
  };
}

/**
 * Largest k with P(X ≤ k − 1) ≤ tail for n fair coins: the k-th smallest and largest are the ends.
 */
function cutOf(n: number, tail: number): number {
  let low = 0;
  let high = Math.ceil(n / 2);
  while (low < high) {
    const k = Math.ceil((low + high) / 2);
    if (binomialLower(k - 1, n, 0.5) <= tail) low = k;
    else high = k - 1;
  }
  return low;
}
