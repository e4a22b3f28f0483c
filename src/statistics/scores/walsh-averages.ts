import { quantile } from '../numerics/quantile.ts';

/** Above this many values, averages are counted instead of listed. */
const LISTED = 60;

/**
 * Quantile (type 7) of the n(n+1)/2 pairwise means of sorted values. The median of them is the
 * Hodges–Lehmann estimate. Lists them for small n; for large n bisects on the value with a linear
 * two-pointer count, so that time and memory do not grow with n².
 */
export function walshOrderStatistic(sorted: readonly number[], p: number): number {
  const n = sorted.length;
  if (n <= LISTED) return quantile(listMeans(sorted), p);
  const place = ((n * (n + 1)) / 2 - 1) * p;
  const below = Math.floor(place);
  const low = kthMean(sorted, below + 1);
  return place === below ? low : low + (place - below) * (kthMean(sorted, below + 2) - low);
}

function listMeans(sorted: readonly number[]): Float64Array {
  const n = sorted.length;
  const means = new Float64Array((n * (n + 1)) / 2);
  let at = 0;
  for (let i = 0; i < n; i += 1) {
    for (let j = i; j < n; j += 1) {
      means[at] = ((sorted[i] ?? 0) + (sorted[j] ?? 0)) / 2;
      at += 1;
    }
  }
  return means.sort();
}

/** The k-th smallest mean: bisection to the precision of the range, then the mean at that place. */
function kthMean(sorted: readonly number[], k: number): number {
  const least = sorted[0] ?? 0;
  let low = least;
  let high = sorted[sorted.length - 1] ?? 0;
  if (countUpTo(sorted, low).count >= k) return low;
  for (let step = 0; step < 70; step += 1) {
    const middle = low + (high - low) / 2;
    if (middle === low || middle === high) break;
    if (countUpTo(sorted, middle).count >= k) high = middle;
    else low = middle;
  }
  return countUpTo(sorted, high).largest;
}

/** How many means are at most x, and the largest of them. */
function countUpTo(
  sorted: readonly number[],
  x: number,
): { readonly count: number; readonly largest: number } {
  let count = 0;
  let largest = Number.NEGATIVE_INFINITY;
  let j = sorted.length - 1;
  for (let i = 0; i <= j; i += 1) {
    while (j >= i && ((sorted[i] ?? 0) + (sorted[j] ?? 0)) / 2 > x) j -= 1;
    if (j < i) break;
    count += j - i + 1;
    largest = Math.max(largest, ((sorted[i] ?? 0) + (sorted[j] ?? 0)) / 2);
  }
  return { count, largest };
}
