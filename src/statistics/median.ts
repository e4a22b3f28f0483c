import { binomialLower } from './distributions.ts';
import {
  cleanNumbers,
  confidenceOf,
  type Estimate,
  interval,
  noEstimate,
  optionWarnings,
  warningList,
} from './estimate.ts';
import { quantile } from './quantile.ts';

/**
 * Question: what is the middle value? Estimator: the median with the exact interval between two order
 * statistics, which holds for any distribution. Assumes independent observations. Reference: Conover
 * 1971. Below six observations no such interval exists at 95 %. Cost: one sort.
 */
export function medianEstimate(
  values: readonly (number | null)[],
  options?: { readonly confidence?: number | undefined },
): Estimate {
  const method = 'median.order-statistics';
  const cleaned = cleanNumbers(values);
  const n = cleaned.values.length;
  if (n === 0) return noEstimate(method, 0, warningList(cleaned.warnings, ['no_data']));
  const sorted = Float64Array.from(cleaned.values).sort();
  const confidence = confidenceOf(options);
  const cut = cutOf(n, (1 - confidence) / 2);
  return {
    estimate: quantile(sorted, 0.5),
    interval: cut === 0 ? null : interval(sorted[cut - 1] ?? 0, sorted[n - cut] ?? 0, confidence),
    method,
    n,
    nClusters: n,
    warnings: warningList(
      cleaned.warnings,
      cut === 0 ? ['few_cases'] : [],
      optionWarnings(options),
    ),
  };
}

/** Largest k with P(X ≤ k − 1) ≤ tail for n fair coins: the k-th smallest and largest are the ends. */
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
