import { type ClusteredMean, prepareCrossedMean } from '../intervals/clustered-mean.ts';
import {
  type Clusters,
  type CrossedClusters,
  crossClusters,
  type Label,
} from '../intervals/clusters.ts';
import {
  confidenceOf,
  type Estimate,
  type Interval,
  interval,
  isCount,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from '../intervals/estimate.ts';
import { normalCritical, tQuantileUpper } from '../numerics/distributions.ts';

export interface TieCounts {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/**
 * Question: how often is B preferred to A, ties as half, if all votes were independent? Estimator:
 * (wins + ties/2)/n with a score interval of variance (θ(1−θ) − τ/4)/n, because ties vary less than
 * wins. Without ties it is Wilson's interval. Assumes independent votes; see `winRate` for repeated
 * cases. Source: derived for this product, checked by enumeration. Cost: constant.
 */
export function tieCorrectedWinRate(
  counts: TieCounts,
  options?: { readonly confidence?: number | undefined },
): Estimate {
  const method = 'win-rate.tie-corrected';
  const { wins, ties, losses } = counts;
  if (![wins, ties, losses].every(isCount)) {
    return noEstimate(method, 0, ['degenerate_input']);
  }
  const n = wins + ties + losses;
  if (n === 0) return noEstimate(method, 0, ['no_data']);
  const confidence = confidenceOf(options);
  const z = normalCritical(confidence);
  const theta = (wins + ties / 2) / n;
  const allTies: readonly Warning[] = ties === n ? ['all_ties'] : [];
  return {
    estimate: theta,
    interval: tieCorrectedInterval({ theta, n, tieShare: ties / n, critical: z }, confidence),
    method,
    n,
    nClusters: n,
    warnings: warningList(allTies, optionWarnings(options)),
  };
}

export interface WinRateVotes {
  /** Points of the favoured variant: 1 win, 0.5 tie or both bad, 0 loss; null for a skip. */
  readonly points: ArrayLike<number | null>;
  readonly cases: ArrayLike<Label>;
  readonly annotators?: ArrayLike<Label> | undefined;
}

export interface WinRateOptions {
  readonly confidence?: number | undefined;
  /**
   * Tail of the quantile where it is not (1 − confidence)/2: for one of many looks it is smaller.
   */
  readonly tail?: number | undefined;
  /** What the interval generalises to; by default to other annotators from five annotators on. */
  readonly scope?: 'cases' | 'cases-and-annotators' | undefined;
}

export interface WinRate extends Estimate {
  readonly scope: 'cases' | 'cases-and-annotators';
  readonly effectiveN: number | null;
  readonly standardError: number | null;
  readonly df: number | null;
  readonly tieShare: number | null;
  readonly nAnnotators: number;
}

/**
 * Question: how often is B preferred to A, ties as half, given several votes per case and
 * annotator? Estimator: mean over cases of the mean points; the tie-corrected score interval on the
 * effective sample size n·V_iid/V with V the cluster-robust variance and t quantiles. Assumes
 * independent cases (and annotators in the wider scope). Source: derived for this product,
 * calibrated by simulation. Cost: linear plus one sort.
 */
export function winRate(votes: WinRateVotes, options: WinRateOptions = {}): WinRate {
  const rows = usableVotes(votes);
  const rate = prepareWinRate(crossClusters(rows.cases, rows.annotators), options)(rows.points);
  return { ...rate, warnings: warningList(rate.warnings, rows.warnings) };
}

/** The same for any number of columns of points between 0 and 1 with the same numbered clusters. */
export function prepareWinRate(
  clusters: CrossedClusters,
  options: WinRateOptions = {},
): (points: Float64Array) => WinRate {
  const { first: cases, second: annotators } = clusters;
  const nAnnotators = annotators?.count ?? 0;
  const scope = options.scope ?? (nAnnotators >= 5 ? 'cases-and-annotators' : 'cases');
  const weights = caseWeights(cases);
  const isTwoWay = scope === 'cases-and-annotators' && nAnnotators > 1;
  const used = isTwoWay ? clusters : { first: cases, second: null, both: null };
  const meanOf = prepareCrossedMean({ weights, clusters: used }, options);
  return (points) => rateOf(points, { clusters, scope, weights, meanOf, options });
}

interface PreparedRate {
  readonly clusters: CrossedClusters;
  readonly scope: WinRate['scope'];
  readonly weights: Float64Array;
  readonly meanOf: (points: Float64Array) => ClusteredMean;
  readonly options: WinRateOptions;
}

function rateOf(points: Float64Array, prepared: PreparedRate): WinRate {
  const { clusters, scope, weights, meanOf, options } = prepared;
  const { first: cases, second: annotators } = clusters;
  const nAnnotators = annotators?.count ?? 0;
  const method = `win-rate.effective-n.${scope}`;
  const n = points.length;
  const unknown = { effectiveN: null, standardError: null, df: null, tieShare: null };
  const empty = { scope, nAnnotators, ...unknown };
  if (n === 0) return { ...noEstimate(method, 0, ['no_data']), ...empty };
  const mean = meanOf(points);
  const theta = Math.min(1, Math.max(0, mean.estimate ?? 0));
  const tieShare = weightedTieShare(points, weights);
  const warnings = warningList(
    countWarnings(n, cases.count, annotators === null ? null : nAnnotators),
    mean.warnings,
    tieShare === 1 ? ['all_ties'] : [],
    optionWarnings(options),
  );
  const base = { estimate: theta, method, n, nClusters: cases.count, warnings };
  if (mean.standardError === null || mean.df === null) {
    return { ...base, ...empty, interval: null, tieShare };
  }
  const { standardError, df } = mean;
  const effectiveN = effectiveSize({ theta, tieShare, n, cases: cases.count, se: standardError });
  const confidence = confidenceOf(options);
  const critical = tQuantileUpper(options.tail ?? (1 - confidence) / 2, df);
  return {
    ...base,
    interval: tieCorrectedInterval({ theta, n: effectiveN, tieShare, critical }, confidence),
    scope,
    effectiveN,
    standardError,
    df,
    tieShare,
    nAnnotators,
  };
}

interface ScoreTerms {
  readonly theta: number;
  readonly n: number;
  readonly tieShare: number;
  readonly critical: number;
}

/** The tie share is shrunk to T/(n + z²), so that a sample of ties alone keeps some width. */
export function tieCorrectedInterval(terms: ScoreTerms, confidence: number): Interval | null {
  const { theta, n, tieShare, critical } = terms;
  const c = (critical * critical) / n;
  const tau = (tieShare * n) / (n + critical * critical);
  const centre = (theta + c / 2) / (1 + c);
  const inner = Math.max(0, 4 * theta * (1 - theta) - tau + c * (1 - tau));
  const half = (Math.sqrt(c) * Math.sqrt(inner)) / (2 * (1 + c));
  const low = theta === 0 ? 0 : Math.max(0, Math.min(theta, centre - half));
  const high = theta === 1 ? 1 : Math.min(1, Math.max(theta, centre + half));
  return interval(low, high, confidence);
}

function usableVotes(votes: WinRateVotes) {
  const warnings = new Set<Warning>();
  const points = new Float64Array(votes.points.length);
  const keep = new Int32Array(votes.points.length);
  let kept = 0;
  for (let i = 0; i < votes.points.length; i += 1) {
    const value = votes.points[i] ?? null;
    if (value === null) warnings.add('missing_excluded');
    else if (!(value >= 0 && value <= 1)) warnings.add('non_finite_excluded');
    else {
      points[kept] = value;
      keep[kept] = i;
      kept += 1;
    }
  }
  const rows = keep.subarray(0, kept);
  const isWhole = kept === votes.points.length;
  const pick = (labels: ArrayLike<Label>): ArrayLike<Label> =>
    isWhole ? labels : Array.from(rows, (i) => labels[i] ?? '');
  return {
    points: points.subarray(0, kept),
    cases: pick(votes.cases),
    annotators: votes.annotators && pick(votes.annotators),
    warnings: [...warnings],
  };
}

/** Cases count equally, whatever their numbers of votes. */
function caseWeights({ index, count }: Clusters): Float64Array {
  const weights = new Float64Array(index.length);
  const sizes = new Int32Array(count);
  for (let row = 0; row < index.length; row += 1) {
    const g = index[row] ?? 0;
    sizes[g] = (sizes[g] ?? 0) + 1;
  }
  for (let row = 0; row < index.length; row += 1) weights[row] = 1 / (sizes[index[row] ?? 0] ?? 1);
  return weights;
}

function weightedTieShare(points: Float64Array, weights: Float64Array): number {
  let total = 0;
  let ties = 0;
  for (let row = 0; row < points.length; row += 1) {
    const value = points[row] ?? 0;
    const weight = weights[row] ?? 0;
    total += weight;
    // Points between 0 and 1 vary less than wins and losses with the same mean.
    ties += weight * 4 * value * (1 - value);
  }
  return Math.min(1, ties / total);
}

function countWarnings(n: number, cases: number, annotators: number | null): readonly Warning[] {
  const warnings: Warning[] = [];
  if (cases === 1) warnings.push('one_case');
  else if (cases < 20) warnings.push('few_cases');
  if (annotators === 1 && n > 0) warnings.push('one_annotator');
  else if (annotators !== null && annotators < 5) warnings.push('few_annotators');
  return warnings;
}

interface SizeTerms {
  readonly theta: number;
  readonly tieShare: number;
  readonly n: number;
  readonly cases: number;
  readonly se: number;
}

function effectiveSize({ theta, tieShare, n, cases, se }: SizeTerms): number {
  const independent = (theta * (1 - theta) - tieShare / 4) / n;
  // Rounding leaves a residue of order 1e-33 where every case agrees.
  if (!(se * se > 1e-24) || !(independent > 0)) return cases;
  return Math.min(n, (n * independent) / (se * se));
}
