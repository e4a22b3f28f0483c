import {
  confidenceOf,
  type Estimate,
  interval,
  isCount,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import { type ConfidenceOption } from '../../../src/statistics/intervals/proportions.ts';
import { normalCritical } from '../../../src/statistics/numerics/distributions.ts';
import { type DiscordantPairs } from '../../../src/statistics/pairwise/binary-tests.ts';

export interface PairedTable extends DiscordantPairs {
  /** All pairs, concordant ones included. */
  readonly n: number;
}

export interface PairedProportionDifference extends Estimate {
  readonly standardError: number | null;
}

/**
 * Question: by how much do two paired rates differ? Estimator: (b − c)/n with the Wald interval.
 * Assumes one independent pair per case and enough discordant pairs. Reference: Agresti 2002, 10.1.1.
 * Cost: constant.
 */
export function pairedProportionDifference(
  { b, c, n }: PairedTable,
  options?: ConfidenceOption,
): PairedProportionDifference {
  const method = 'paired-proportion-difference.wald';
  if (![b, c, n].every(isCount) || b + c > n) {
    return { ...noEstimate(method, 0, ['degenerate_input']), standardError: null };
  }
  if (n === 0) return { ...noEstimate(method, 0, ['no_data']), standardError: null };
  const confidence = confidenceOf(options);
  const difference = (b - c) / n;
  const standardError = Math.sqrt(Math.max(0, b + c - (b - c) ** 2 / n)) / n;
  const half = normalCritical(confidence) * standardError;
  const warnings: readonly Warning[] = standardError > 0 ? [] : ['zero_variance'];
  return {
    estimate: difference,
    interval: standardError > 0 ? interval(difference - half, difference + half, confidence) : null,
    method,
    n,
    nClusters: n,
    warnings: warningList(warnings, optionWarnings(options)),
    standardError,
  };
}
