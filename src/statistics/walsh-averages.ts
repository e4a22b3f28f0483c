import { quantile } from './quantile.ts';

/** Above this many values the averages are not listed but counted. */
const LISTED = 1500;

/**
 * Quantile (type 7) of the n(n+1)/2 pairwise means of sorted values. The median of them is the
 * Hodges–Lehmann estimate. Lists them for small n; for large n bisects on the value with a linear
 * two-pointer count, so memory stays linear.
 */
export function walshOrderStatistic(sorted: readonly number[], p: number): number {
  const n = sorted.length;
  if (n <= LISTED) {
    const means = new Float64Array((n * (n + 1)) / 2);
    let at = 0;
    for (let i = 0; i < n; i += 1) {
      for (let j = i; j < n; j += 1) {
        means[at] = ((sorted[i] ?? 0) + (sorted[j] ?? 0)) / 2;
        at += 1;
      }
    }
    return quantile(means.sort(), p);
  }
  const place = ((n * (n + 1)) / 2 - 1) * p;
  const below = Math.floor(place);
  const low = kthMean(sorted, below + 1);
  return place === below ? low : low + (place - below) * (kthMean(sorted, below + 2) - low);
}

/** Smallest double x such that at least k pairwise means are ≤ x. */
function kthMean(sorted: readonly number[], k: number): number {
  let low = sorted[0] ?? 0;
  let high = sorted[sorted.length - 1] ?? 0;
  if (countUpTo(sorted, low) >= k) return low;
  for (let step = 0; step < 200; step += 1) {
    const middle = low + (high - low) / 2;
    if (middle === low || middle === high) break;
    if (countUpTo(sorted, middle) >= k) high = middle;
    else low = middle;
  }
  return high;
}

function countUpTo(sorted: readonly number[], x: number): number {
  let count = 0;
  let j = sorted.length - 1;
  for (let i = 0; i <= j; i += 1) {
    while (j >= i && ((sorted[i] ?? 0) + (sorted[j] ?? 0)) / 2 > x) j -= 1;
    if (j < i) break;
    count += j - i + 1;
  }
  return count;
}
