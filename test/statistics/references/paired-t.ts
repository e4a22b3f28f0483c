import {
  type Alternative,
  cleanNumbers,
  confidenceOf,
  type Estimate,
  interval,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import { tCritical, tLower, tUpper } from '../../../src/statistics/numerics/distributions.ts';
import { mean, sumOfSquares } from '../../../src/statistics/numerics/linalg.ts';

export interface PairedT extends Estimate {
  readonly t: number | null;
  readonly df: number | null;
  readonly pValue: number | null;
  readonly standardError: number | null;
}

/**
 * Question: is the mean score higher, one difference per case? Estimator: mean difference with
 * Student's t; one-sided alternatives give the one-sided p, the interval stays two-sided. Assumes
 * independent cases and a mean that is nearly normal. Reference: Student 1908. Cost: linear.
 */
export function pairedT(
  differences: readonly (number | null)[],
  options: {
    readonly confidence?: number | undefined;
    readonly alternative?: Alternative | undefined;
  } = {},
): PairedT {
  const method = 'paired-scores.t';
  const { values, warnings: excluded } = cleanNumbers(differences);
  const n = values.length;
  const warnings = warningList(excluded, optionWarnings(options));
  const none = { t: null, df: null, pValue: null, standardError: null };
  if (n < 2) {
    const few: readonly Warning[] = [n === 0 ? 'no_data' : 'one_case'];
    const base = noEstimate(method, n, warningList(warnings, few));
    return { ...base, ...none, estimate: n === 1 ? (values[0] ?? null) : null };
  }
  const estimate = mean(values);
  const standardError = Math.sqrt(sumOfSquares(values) / (n - 1) / n);
  const df = n - 1;
  const base = { estimate, method, n, nClusters: n, df, standardError };
  if (!(standardError > 0)) {
    const flat = warningList(warnings, ['zero_variance']);
    return { ...base, interval: null, t: null, pValue: null, warnings: flat };
  }
  const t = estimate / standardError;
  const confidence = confidenceOf(options);
  const half = tCritical(confidence, df) * standardError;
  return {
    ...base,
    interval: interval(estimate - half, estimate + half, confidence),
    warnings: warningList(warnings, n < 20 ? ['few_cases'] : []),
    t,
    pValue: tailProbability(t, df, options.alternative ?? 'two-sided'),
  };
}

function tailProbability(t: number, df: number, alternative: Alternative): number {
  if (alternative === 'less') return tLower(t, df);
  if (alternative === 'greater') return tUpper(t, df);
  return Math.min(1, 2 * tUpper(Math.abs(t), df));
}
