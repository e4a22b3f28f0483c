import { clusteredMean } from '../../../src/statistics/intervals/clustered-mean.ts';
import type { Label } from '../../../src/statistics/intervals/clusters.ts';
import {
  cleanNumbers,
  confidenceOf,
  type Estimate,
  interval,
  isUsable,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import { normalCritical, tCritical } from '../../../src/statistics/numerics/distributions.ts';
import { mean, preciseSum } from '../../../src/statistics/numerics/linalg.ts';

export interface PpiData {
  /** Human values of the labelled cases. */
  readonly labelled: readonly (number | null)[];
  /** The judge's values of the same cases, in the same order. */
  readonly judgeOnLabelled: readonly (number | null)[];
  /** The judge's values of the other cases. */
  readonly judgeOnUnlabelled: readonly (number | null)[];
  /** Case of each labelled value when there are several votes per case. */
  readonly clusters?: readonly Label[] | undefined;
}

export interface PpiOptions {
  readonly confidence?: number | undefined;
  /** How much weight the judge gets: tuned for least variance (default), 0 (people only) or 1. */
  readonly lambda?: 'tuned' | number | undefined;
  /** `sample`: n − 1 divisors and t quantiles. `population`: divisor n and normal quantiles. */
  readonly convention?: 'sample' | 'population' | undefined;
}

export interface Ppi extends Estimate {
  readonly lambda: number | null;
  readonly standardError: number | null;
  /** Mean of judge minus human on the labelled cases. */
  readonly judgeBias: number | null;
  /** Squared ratio of the people-only error to this one: votes gained by using the judge. */
  readonly gain: number | null;
}

/**
 * Question: what is the mean by people, with the help of a judge model? Estimator: PPI++, people's
 * mean plus λ(judge's mean elsewhere − judge's mean here), λ = cov(Y, F)/(var(F)(1 + n/N)) clipped
 * to [0, 1]. Assumes that the labelled cases are a random sample of all. With several votes per
 * case give clusters: the error of the labelled part is then cluster-robust. References:
 * Angelopoulos et al. 2023, Science 382:669; Angelopoulos, Duchi & Zrnic 2023 (PPI++). Cost:
 * linear.
 */
export function ppiMean(data: PpiData, options: PpiOptions = {}): Ppi {
  const method = 'ppi.mean';
  const pairs = completePairs(data);
  const others = cleanNumbers(data.judgeOnUnlabelled);
  const n = pairs.y.length;
  const big = others.values.length;
  const warnings = warningList(pairs.warnings, others.warnings, optionWarnings(options));
  const nothing = { lambda: null, standardError: null, judgeBias: null, gain: null };
  if (n < 2) {
    const few: readonly Warning[] = [n === 0 ? 'no_data' : 'one_case'];
    return { ...noEstimate(method, n, warningList(warnings, few)), ...nothing };
  }
  const population = options.convention === 'population';
  const lambda = big === 0 ? 0 : chooseLambda(pairs, others.values, options);
  const terms = { pairs, others: others.values, population };
  const { standardError, df, nClusters } = ppiError(terms, lambda);
  const estimate = mean(pairs.y) + (big === 0 ? 0 : lambda * (mean(others.values) - mean(pairs.f)));
  const confidence = confidenceOf(options);
  const critical = population ? normalCritical(confidence) : tCritical(confidence, df);
  const half = critical * standardError;
  const alone = ppiError(terms, 0).standardError;
  const flat: readonly Warning[] = standardError > 0 ? [] : ['zero_variance'];
  return {
    estimate,
    interval: standardError > 0 ? interval(estimate - half, estimate + half, confidence) : null,
    method,
    n,
    nClusters,
    warnings: warningList(warnings, flat, n < 20 ? ['few_cases'] : []),
    lambda,
    standardError,
    judgeBias: mean(pairs.f) - mean(pairs.y),
    gain: standardError > 0 ? (alone / standardError) ** 2 : null,
  };
}

interface Pairs {
  readonly y: readonly number[];
  readonly f: readonly number[];
  readonly clusters?: readonly Label[] | undefined;
  readonly warnings: readonly Warning[];
}

function completePairs(data: PpiData): Pairs {
  const warnings = new Set<Warning>();
  const keep: number[] = [];
  data.labelled.forEach((y, i) => {
    const f = data.judgeOnLabelled[i] ?? null;
    if (y === null || f === null) warnings.add('missing_excluded');
    else if (!isUsable(y) || !isUsable(f)) warnings.add('non_finite_excluded');
    else keep.push(i);
  });
  return {
    y: keep.map((i) => data.labelled[i] ?? 0),
    f: keep.map((i) => data.judgeOnLabelled[i] ?? 0),
    clusters: data.clusters && keep.map((i) => data.clusters?.[i] ?? ''),
    warnings: [...warnings],
  };
}

function chooseLambda({ y, f }: Pairs, others: readonly number[], options: PpiOptions): number {
  if (typeof options.lambda === 'number') return isUsable(options.lambda) ? options.lambda : 0;
  const n = y.length;
  const divisor = options.convention === 'population' ? n : n - 1;
  const yMean = mean(y);
  const fMean = mean(f);
  const covariance = preciseSum(y.map((v, i) => (v - yMean) * ((f[i] ?? 0) - fMean))) / divisor;
  const all = [...f, ...others];
  const spread = variance(all, all.length - 1);
  if (!(spread > 0)) return 0;
  return Math.min(1, Math.max(0, covariance / (spread * (1 + n / others.length))));
}

interface ErrorTerms {
  readonly pairs: Pairs;
  readonly others: readonly number[];
  readonly population: boolean;
}

function ppiError({ pairs, others, population }: ErrorTerms, lambda: number) {
  const residuals = pairs.y.map((v, i) => v - lambda * (pairs.f[i] ?? 0));
  const n = residuals.length;
  const big = others.length;
  const drop = population ? 0 : 1;
  const rest = big > drop && lambda !== 0 ? (lambda ** 2 * variance(others, big - drop)) / big : 0;
  if (pairs.clusters === undefined) {
    const own = variance(residuals, n - drop) / n;
    return { standardError: Math.sqrt(own + rest), df: n - 1, nClusters: n };
  }
  const clustered = clusteredMean({ values: residuals, clusters: pairs.clusters });
  const own = (clustered.standardError ?? 0) ** 2;
  return {
    standardError: Math.sqrt(own + rest),
    df: clustered.df ?? 1,
    nClusters: clustered.nClusters,
  };
}

function variance(values: readonly number[], divisor: number): number {
  const centre = mean(values);
  return preciseSum(values.map((value) => (value - centre) ** 2)) / divisor;
}
