import {
  cleanNumbers,
  confidenceOf,
  type Estimate,
  type Interval,
  interval,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import { mean, sumOfSquares } from '../../../src/statistics/numerics/linalg.ts';
import { quantile } from '../../../src/statistics/numerics/quantile.ts';
import type { Random } from '../../../src/statistics/numerics/random.ts';
import { normalLower, normalQuantile } from './distributions.ts';
import { drawsOf, drawWarnings } from './options.ts';

export interface PairedBootstrapOptions {
  readonly random: Random;
  readonly confidence?: number | undefined;
  readonly draws?: number | undefined;
  /** Percentile for symmetric, BCa for skewed differences. */
  readonly kind?: 'percentile' | 'bca' | undefined;
}

export interface PairedBootstrap extends Estimate {
  readonly percentile: Interval | null;
  readonly bca: Interval | null;
  /** Standard deviation of the bootstrap means. */
  readonly standardError: number | null;
  readonly seed: number;
  readonly draws: number;
}

/**
 * Question: is the mean score higher when differences are skewed? Estimator: mean difference; cases
 * resampled with replacement, percentile or bias-corrected accelerated interval. Assumes independent
 * cases; below 15 cases prefer t. Reference: Efron 1987 (BCa); Efron & Tibshirani 1993. Values are sorted
 * first, so that input order cannot change a draw. Cost: draws × cases.
 */
export function pairedBootstrap(
  differences: readonly (number | null)[],
  options: PairedBootstrapOptions,
): PairedBootstrap {
  const { random, kind = 'percentile' } = options;
  const draws = drawsOf(options.draws, 10_000);
  const method = `paired-scores.bootstrap-${kind}`;
  const { values, warnings } = cleanNumbers(differences);
  const n = values.length;
  const extra = { seed: random.seed, draws };
  const none = { percentile: null, bca: null, standardError: null };
  if (n < 2) {
    const few: readonly Warning[] = [n === 0 ? 'no_data' : 'one_case'];
    return { ...noEstimate(method, n, warningList(warnings, few)), ...none, ...extra };
  }
  const sorted = Float64Array.from(values).sort();
  const estimate = mean(values);
  const means = bootstrapMeans(sorted, { random, draws });
  const confidence = confidenceOf(options);
  const tail = (1 - confidence) / 2;
  const flat = (sorted[0] ?? 0) === (sorted[n - 1] ?? 0);
  const percentile = flat
    ? null
    : interval(quantile(means, tail), quantile(means, 1 - tail), confidence);
  const bca = flat ? null : bcaInterval(means, { sorted, estimate, confidence });
  const centre = means.reduce((sum, m) => sum + m, 0) / draws;
  const spread = means.reduce((sum, m) => sum + (m - centre) ** 2, 0) / Math.max(1, draws - 1);
  return {
    estimate,
    interval: kind === 'bca' ? bca : percentile,
    method,
    n,
    nClusters: n,
    warnings: warningList(
      warnings,
      optionWarnings(options),
      drawWarnings(options.draws),
      n < 15 ? ['few_cases'] : [],
      flat ? ['zero_variance'] : [],
    ),
    percentile,
    bca,
    standardError: Math.sqrt(spread),
    ...extra,
  };
}

function bootstrapMeans(
  values: Float64Array,
  { random, draws }: { readonly random: Random; readonly draws: number },
): Float64Array {
  const means = new Float64Array(draws);
  for (let d = 0; d < draws; d += 1) {
    let sum = 0;
    for (let i = 0; i < values.length; i += 1) sum += values[random.below(values.length)] ?? 0;
    means[d] = sum / values.length;
  }
  return means.sort();
}

interface BcaInput {
  readonly sorted: Float64Array;
  readonly estimate: number;
  readonly confidence: number;
}

function bcaInterval(means: Float64Array, input: BcaInput): Interval | null {
  const { sorted, estimate, confidence } = input;
  let below = 0;
  for (const m of means) below += m < estimate ? 1 : m === estimate ? 0.5 : 0;
  const bias = normalQuantile(below / means.length);
  const values = Array.from(sorted);
  const squares = sumOfSquares(values);
  const cubes = values.reduce((sum, v) => sum + (v - estimate) ** 3, 0);
  // For a mean the jackknife deviations are the residuals scaled by −1/(n−1), which cancels here.
  const acceleration = cubes / (6 * squares ** 1.5);
  const end = (p: number): number => {
    const z = bias + normalQuantile(p);
    return quantile(means, normalLower(bias + z / (1 - acceleration * z)));
  };
  const tail = (1 - confidence) / 2;
  return Number.isFinite(bias) ? interval(end(tail), end(1 - tail), confidence) : null;
}
