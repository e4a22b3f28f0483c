import { tQuantileUpper } from '../numerics/distributions.ts';
import { dot, preciseSum } from '../numerics/linalg.ts';
import { cr2Mean } from './cluster-adjustment.ts';
import { type Clusters, type CrossedClusters, crossClusters, type Label } from './clusters.ts';
import {
  confidenceOf,
  type Estimate,
  interval,
  isUsable,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from './estimate.ts';

export interface ClusteredValues {
  readonly values: ArrayLike<number | null>;
  /** Case of each value. */
  readonly clusters: ArrayLike<Label>;
  /** Annotator of each value, for the two-way form. */
  readonly secondClusters?: ArrayLike<Label> | undefined;
  /** Weight of each value; equal unless given. */
  readonly weights?: ArrayLike<number> | undefined;
}

export interface MeanOptions {
  readonly confidence?: number | undefined;
  /**
   * Tail of the quantile where it is not (1 − confidence)/2: for one of many looks it is smaller.
   */
  readonly tail?: number | undefined;
}

export interface ClusteredMean extends Estimate {
  /** Reported standard error: the largest of the one-way and two-way errors. */
  readonly standardError: number | null;
  readonly df: number | null;
  readonly naive: number | null;
  readonly cr0: number | null;
  readonly cr1: number | null;
  readonly cr2: number | null;
  readonly satterthwaiteDf: number | null;
  /** √(V_case + V_annotator − V_both) with G/(G−1) factors; null when negative or not asked for. */
  readonly twoWay: number | null;
  readonly nSecondClusters: number;
}

const SMALL_G = 30;

/**
 * Question: what is the mean, and how sure are we when values repeat per case (and per annotator)?
 * Estimator: (weighted) mean with cluster-robust errors CR0, CR1, CR2 and Satterthwaite degrees of
 * freedom; two-way by inclusion–exclusion, guarded to be at least as wide as either one-way
 * interval. Assumes independent clusters. References: Cameron, Gelbach & Miller 2011; Pustejovsky &
 * Tipton 2018. Cost: linear plus one sort of the labels.
 */
export function clusteredMean(data: ClusteredValues, options?: MeanOptions): ClusteredMean {
  const method = data.secondClusters === undefined ? 'mean.clustered' : 'mean.clustered-two-way';
  const kept = usable(data);
  if (kept.values.length === 0) return nothing(method, warningList(kept.warnings, ['no_data']));
  const clusters = crossClusters(kept.clusters, kept.secondClusters);
  const mean = crossedMean({ values: kept.values, weights: kept.weights, clusters }, options);
  return {
    ...mean,
    method,
    warnings: warningList(kept.warnings, mean.warnings, optionWarnings(options)),
  };
}

export interface CrossedValues {
  /** Finite, at least one. */
  readonly values: Float64Array;
  readonly weights: Float64Array;
  readonly clusters: CrossedClusters;
}

/** The same for clean values with numbered clusters. */
function crossedMean({ values, ...crossed }: CrossedValues, options?: MeanOptions): ClusteredMean {
  return prepareCrossedMean(crossed, options)(values);
}

/** The same for any number of columns with the same weights and clusters. */
export function prepareCrossedMean(
  { weights: raw, clusters }: Omit<CrossedValues, 'values'>,
  options?: MeanOptions,
): (values: Float64Array) => ClusteredMean {
  const { first, second } = clusters;
  const total = preciseSum(raw);
  const weights = new Float64Array(raw.length);
  for (let i = 0; i < raw.length; i += 1) weights[i] = (raw[i] ?? 0) / total;
  const prepared = {
    weights,
    clusters,
    shares: sumByCluster(weights, first),
    secondShares: second && sumByCluster(weights, second),
  };
  return (values) => meanOf(values, prepared, options);
}

interface PreparedMean extends Omit<CrossedValues, 'values'> {
  /** Weight of each cluster. */
  readonly shares: Float64Array;
  readonly secondShares: Float64Array | null;
}

function meanOf(
  values: Float64Array,
  { weights, clusters, shares, secondShares }: PreparedMean,
  options: MeanOptions | undefined,
): ClusteredMean {
  const { first, second, both } = clusters;
  const n = values.length;
  const residuals = new Float64Array(n);
  for (let i = 0; i < n; i += 1) residuals[i] = (values[i] ?? 0) * (weights[i] ?? 0);
  const estimate = preciseSum(residuals);
  for (let i = 0; i < n; i += 1) residuals[i] = ((values[i] ?? 0) - estimate) * (weights[i] ?? 0);
  const one = dimension(residuals, first, shares);
  const two = second && secondShares && dimension(residuals, second, secondShares);
  const chosen = choose(one, two, both && plainVariance(residuals, both));
  const confidence = confidenceOf(options);
  const tail = options?.tail ?? (1 - confidence) / 2;
  const half =
    chosen.standardError === null ? null : tQuantileUpper(tail, chosen.df) * chosen.standardError;
  return {
    estimate,
    interval: half === null ? null : interval(estimate - half, estimate + half, confidence),
    method: second === null ? 'mean.clustered' : 'mean.clustered-two-way',
    n,
    nClusters: first.count,
    warnings: warningList(chosen.warnings),
    standardError: chosen.standardError,
    df: chosen.standardError === null ? null : chosen.df,
    naive: n > 1 ? Math.sqrt(dot(residuals, residuals) * (n / (n - 1))) : null,
    cr0: Math.sqrt(one.cr0),
    cr1: one.cr1 === null ? null : Math.sqrt(one.cr1),
    cr2: one.cr2 === null ? null : Math.sqrt(one.cr2),
    satterthwaiteDf: one.satterthwaiteDf,
    twoWay: chosen.twoWay,
    nSecondClusters: second?.count ?? 0,
  };
}

interface Usable {
  readonly values: Float64Array;
  readonly clusters: ArrayLike<Label>;
  readonly secondClusters?: ArrayLike<Label> | undefined;
  readonly weights: Float64Array;
  readonly warnings: readonly Warning[];
}

function usable(data: ClusteredValues): Usable {
  const { values, clusters, secondClusters, weights } = data;
  const warnings = new Set<Warning>();
  const keep = new Int32Array(values.length);
  let kept = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? null;
    const weight = weights?.[i] ?? 1;
    if (value === null) warnings.add('missing_excluded');
    else if (!isUsable(value) || !(weight > 1e-100) || !isUsable(weight)) {
      warnings.add('non_finite_excluded');
    } else {
      keep[kept] = i;
      kept += 1;
    }
  }
  const rows = keep.subarray(0, kept);
  const isWhole = kept === values.length;
  const pick = (labels: ArrayLike<Label>): ArrayLike<Label> =>
    isWhole ? labels : Array.from(rows, (i) => labels[i] ?? '');
  return {
    values: numbersAt(values, rows),
    clusters: pick(clusters),
    secondClusters: secondClusters && pick(secondClusters),
    weights: weights === undefined ? new Float64Array(kept).fill(1) : numbersAt(weights, rows),
    warnings: [...warnings],
  };
}

function numbersAt(values: ArrayLike<number | null>, rows: Int32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let row = 0; row < rows.length; row += 1) picked[row] = values[rows[row] ?? 0] ?? 0;
  return picked;
}

interface Dimension {
  readonly count: number;
  readonly cr0: number;
  readonly cr1: number | null;
  readonly cr2: number | null;
  readonly satterthwaiteDf: number | null;
  /** CR2 below 30 clusters, CR1 from there on; null with one cluster. */
  readonly variance: number | null;
  readonly df: number;
}

function dimension(residuals: Float64Array, clusters: Clusters, shares: Float64Array): Dimension {
  const { count } = clusters;
  const sums = sumByCluster(residuals, clusters);
  const cr0 = dot(sums, sums);
  if (count < 2) {
    return { count, cr0, cr1: null, cr2: null, satterthwaiteDf: null, variance: null, df: 0 };
  }
  const cr1 = (cr0 * count) / (count - 1);
  const adjusted = cr2Mean(sums, shares);
  const small = count < SMALL_G;
  return {
    count,
    cr0,
    cr1,
    cr2: adjusted.variance,
    satterthwaiteDf: adjusted.df,
    variance: small ? adjusted.variance : cr1,
    df: small ? adjusted.df : count - 1,
  };
}

/** CR1, or CR0 where there is only one cluster. */
function plainVariance(residuals: Float64Array, clusters: Clusters): number {
  const sums = sumByCluster(residuals, clusters);
  const { count } = clusters;
  return dot(sums, sums) * (count > 1 ? count / (count - 1) : 1);
}

/** Rows of one cluster are mostly adjacent, so a sum is written once per run of rows. */
function sumByCluster(values: Float64Array, { index, count }: Clusters): Float64Array {
  const sums = new Float64Array(count);
  let g = 0;
  let sum = 0;
  for (let row = 0; row < values.length; row += 1) {
    const next = index[row] ?? 0;
    if (next !== g) {
      sums[g] = sum;
      g = next;
      sum = sums[g] ?? 0;
    }
    sum += values[row] ?? 0;
  }
  if (count > 0) sums[g] = sum;
  return sums;
}

interface Choice {
  readonly standardError: number | null;
  readonly df: number;
  readonly twoWay: number | null;
  readonly warnings: readonly Warning[];
}

function choose(one: Dimension, two: Dimension | null, both: number | null): Choice {
  const warnings: Warning[] = [];
  if (one.variance === null)
    return { standardError: null, df: 0, twoWay: null, warnings: ['one_cluster'] };
  if (one.count < 10) warnings.push('few_clusters');
  if (one.cr0 === 0) warnings.push('zero_variance');
  if (two === null || both === null || two.variance === null) {
    if (two !== null) warnings.push('one_annotator');
    const standardError = Math.sqrt(one.variance);
    return { standardError, df: Math.max(1, one.df), twoWay: null, warnings };
  }
  const raw = one.variance + two.variance - both;
  const variance = Math.max(raw, one.variance, two.variance);
  if (variance > raw) warnings.push('two_way_guarded');
  return {
    standardError: Math.sqrt(variance),
    df: Math.max(1, Math.min(one.df, two.df)),
    twoWay: raw >= 0 ? Math.sqrt(raw) : null,
    warnings,
  };
}

function nothing(method: string, warnings: readonly Warning[]): ClusteredMean {
  return {
    ...noEstimate(method, 0, warnings),
    standardError: null,
    df: null,
    naive: null,
    cr0: null,
    cr1: null,
    cr2: null,
    satterthwaiteDf: null,
    twoWay: null,
    nSecondClusters: 0,
  };
}
