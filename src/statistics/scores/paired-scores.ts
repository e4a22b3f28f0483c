import { clusteredMean } from '../intervals/clustered-mean.ts';
import { type Clusters, type Label, numberClusters } from '../intervals/clusters.ts';
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
} from '../intervals/estimate.ts';
import { tCritical, tLower, tUpper } from '../numerics/distributions.ts';
import { mean, sumOfSquares } from '../numerics/linalg.ts';
import { tieCorrectedWinRate } from '../pairwise/win-rate.ts';

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

export interface Score {
  readonly case: Label;
  readonly annotator: Label;
  readonly variant: Label;
  readonly value: number | null;
}

export interface ScoreDifference extends Estimate {
  readonly standardError: number | null;
  readonly df: number | null;
  readonly nAnnotators: number;
  readonly scope: 'cases' | 'cases-and-annotators';
  /** Mean difference of each case, in sorted order of the cases. */
  readonly perCase: readonly { readonly case: Label; readonly difference: number }[];
}

export interface ScoreOptions {
  readonly confidence?: number | undefined;
  readonly scope?: 'cases' | 'cases-and-annotators' | undefined;
}

/** One row per case and annotator who scored both variants. */
export interface DifferenceColumns {
  readonly case: ArrayLike<Label>;
  readonly annotator: ArrayLike<Label>;
  readonly difference: ArrayLike<number>;
}

/**
 * Question: by how much does variant A score above B, given several annotators per case? Estimator:
 * mean over cases of the mean difference of the annotators who scored both, so that severity
 * cancels; errors clustered by case, and by annotator too from five annotators on. Assumes
 * independent cases. Cost: linear plus one sort.
 */
export function clusteredDifference(
  pairs: DifferenceColumns,
  options: ScoreOptions = {},
): ScoreDifference {
  const cases = numberClusters(pairs.case);
  const annotators = numberClusters(pairs.annotator).count;
  const scope = options.scope ?? (annotators >= 5 ? 'cases-and-annotators' : 'cases');
  const method = `paired-scores.clustered.${scope}`;
  const sizes = new Float64Array(cases.count);
  for (const g of cases.index) sizes[g] = (sizes[g] ?? 0) + 1;
  const result = clusteredMean(
    {
      values: pairs.difference,
      clusters: pairs.case,
      secondClusters:
        scope === 'cases-and-annotators' && annotators > 1 ? pairs.annotator : undefined,
      weights: Float64Array.from(cases.index, (g) => 1 / (sizes[g] ?? 1)),
    },
    options,
  );
  const few: readonly Warning[] =
    cases.count === 1 ? ['one_case'] : cases.count > 0 && cases.count < 20 ? ['few_cases'] : [];
  const people: readonly Warning[] =
    annotators === 1 ? ['one_annotator'] : annotators < 5 ? ['few_annotators'] : [];
  return {
    estimate: result.estimate,
    interval: (result.standardError ?? 0) > 0 ? result.interval : null,
    method,
    n: pairs.difference.length,
    nClusters: cases.count,
    warnings: warningList(result.warnings, few, people),
    standardError: result.standardError,
    df: result.df,
    nAnnotators: annotators,
    scope,
    perCase: caseMeans(pairs, cases),
  };
}

/**
 * Question: how often does A score above B on a case, equal scores as half? For ordinal scales,
 * beside the mean. Estimator and interval: the tie-corrected win rate over cases. Assumes
 * independent cases. Cost: linear.
 */
export function probabilityOfSuperiority(
  differences: readonly (number | null)[],
  options?: { readonly confidence?: number | undefined },
): Estimate {
  const { values, warnings } = cleanNumbers(differences);
  const counts = {
    wins: values.filter((d) => d > 0).length,
    ties: values.filter((d) => d === 0).length,
    losses: values.filter((d) => d < 0).length,
  };
  const rate = tieCorrectedWinRate(counts, options);
  return {
    ...rate,
    method: 'paired-scores.superiority',
    warnings: warningList(rate.warnings, warnings),
  };
}

function caseMeans(pairs: DifferenceColumns, { index, count }: Clusters) {
  const lists: number[][] = Array.from({ length: count }, () => []);
  const labels: Label[] = Array.from({ length: count }, () => '');
  index.forEach((g, row) => {
    lists[g]?.push(pairs.difference[row] ?? 0);
    labels[g] = pairs.case[row] ?? '';
  });
  return lists.map((list, g) => ({ case: labels[g] ?? '', difference: mean(list) }));
}

function tailProbability(t: number, df: number, alternative: Alternative): number {
  if (alternative === 'less') return tLower(t, df);
  if (alternative === 'greater') return tUpper(t, df);
  return Math.min(1, 2 * tUpper(Math.abs(t), df));
}
