import { tCritical } from '../numerics/distributions.ts';
import { confidenceOf, type Estimate, interval, noEstimate, type Warning } from './estimate.ts';
import { type ConfidenceOption, wilsonEnds } from './proportions.ts';

/** Sums of shares between 0 and 1, cluster by cluster: enough for their mean and its error. */
export interface ShareSums {
  /** Shares counted. */
  n: number;
  total: number;
  /** Clusters counted. */
  clusters: number;
  /** Σ over clusters of (sum of shares)², of sum · size, and of size². */
  squares: number;
  products: number;
  sizes: number;
}

export function emptyShareSums(): ShareSums {
  return { n: 0, total: 0, clusters: 0, squares: 0, products: 0, sizes: 0 };
}

/** Counts one cluster of `size` shares whose sum is `total`; an empty one changes nothing. */
export function addCluster(sums: ShareSums, total: number, size: number): void {
  if (!(size > 0)) return;
  sums.n += size;
  sums.total += total;
  sums.clusters += 1;
  sums.squares += total * total;
  sums.products += total * size;
  sums.sizes += size * size;
}

/** Variance of the mean share with the factor G/(G − 1); null with one cluster. */
export function shareVariance(sums: ShareSums): number | null {
  const { n, total, clusters, squares, products, sizes } = sums;
  if (clusters < 2) return null;
  const mean = total / n;
  const spread = Math.max(0, squares - 2 * mean * products + mean * mean * sizes);
  return (spread / (n * n)) * (clusters / (clusters - 1));
}

/**
 * Question: how large is a share when the units of one scenario are alike? Estimator: mean over
 * units with Wilson's interval on the effective number of units, p(1 − p)/variance, the variance by
 * cluster and with a t quantile of (clusters − 1) degrees of freedom; it stays within 0 and 1.
 * Where nothing varies, each cluster counts as one unit. Assumes independent clusters. Reference:
 * Korn & Graubard 1998, Survey Methodology 24:193. Cost: constant.
 */
export function clusteredShare(sums: ShareSums, options?: ConfidenceOption): Estimate {
  const method = 'proportion.clustered';
  if (sums.n === 0) return noEstimate(method, 0, ['no_data']);
  const mean = Math.min(1, Math.max(0, sums.total / sums.n));
  const base = { estimate: mean, method, n: sums.n, nClusters: sums.clusters };
  const variance = shareVariance(sums);
  if (variance === null) return { ...base, interval: null, warnings: ['one_case'] };
  const confidence = confidenceOf(options);
  const critical = tCritical(confidence, sums.clusters - 1);
  const size = effectiveSize(mean, variance, sums.clusters);
  const [low, high] = wilsonEnds(mean, size, critical);
  const warnings: readonly Warning[] = sums.clusters < 10 ? ['few_cases'] : [];
  return { ...base, interval: interval(low, high, confidence), warnings };
}

/**
 * The number of independent yes-or-no answers that vary as much; the clusters if nothing varies.
 */
export function effectiveSize(mean: number, variance: number, clusters: number): number {
  const independent = mean * (1 - mean);
  // Rounding leaves a residue where every cluster agrees.
  if (!(variance > 1e-24) || !(independent > 1e-12)) return clusters;
  return independent / variance;
}
