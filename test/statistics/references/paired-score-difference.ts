import { clusteredMean } from '../../../src/statistics/intervals/clustered-mean.ts';
import {
  type Clusters,
  type Label,
  numberClusters,
} from '../../../src/statistics/intervals/clusters.ts';
import {
  type Estimate,
  isUsable,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import { mean } from '../../../src/statistics/numerics/linalg.ts';
import type { Score } from './score-layout.ts';

interface ScoreDifference extends Estimate {
  readonly standardError: number | null;
  readonly df: number | null;
  readonly nAnnotators: number;
  readonly scope: 'cases' | 'cases-and-annotators';
  /** Mean difference of each case, in sorted order of the cases. */
  readonly perCase: readonly { readonly case: Label; readonly difference: number }[];
}

interface ScoreOptions {
  readonly confidence?: number | undefined;
  readonly scope?: 'cases' | 'cases-and-annotators' | undefined;
}

/** One row per case and annotator who scored both variants. */
interface DifferenceColumns {
  readonly case: ArrayLike<Label>;
  readonly annotator: ArrayLike<Label>;
  readonly difference: ArrayLike<number>;
}

/** The clustered difference of two variants, from single scores of annotators who scored both. */
export function pairedScoreDifference(
  scores: readonly Score[],
  variants: readonly [Label, Label],
  options: ScoreOptions = {},
): ScoreDifference {
  const pairs = completePairs(scores, variants);
  return clusteredDifference(
    {
      case: pairs.map((pair) => pair.case),
      annotator: pairs.map((pair) => pair.annotator),
      difference: pairs.map((pair) => pair.difference),
    },
    options,
  );
}

interface ScorePair {
  readonly case: Label;
  readonly annotator: Label;
  readonly difference: number;
}

function completePairs(
  scores: readonly Score[],
  [a, b]: readonly [Label, Label],
): readonly ScorePair[] {
  const cells = new Map<
    Label,
    Map<Label, { a: number[]; b: number[]; case: Label; annotator: Label }>
  >();
  for (const score of scores) {
    if (score.value === null || !isUsable(score.value)) continue;
    if (score.variant !== a && score.variant !== b) continue;
    const row = cells.get(score.case) ?? new Map();
    cells.set(score.case, row);
    const cell = row.get(score.annotator) ?? {
      a: [],
      b: [],
      case: score.case,
      annotator: score.annotator,
    };
    row.set(score.annotator, cell);
    (score.variant === a ? cell.a : cell.b).push(score.value);
  }
  return [...cells.values()]
    .flatMap((row) => [...row.values()])
    .filter((cell) => cell.a.length > 0 && cell.b.length > 0)
    .map((cell) => ({
      case: cell.case,
      annotator: cell.annotator,
      difference: mean(cell.a) - mean(cell.b),
    }));
}

/**
 * Question: by how much does variant A score above B, given several annotators per case? Estimator:
 * mean over cases of the mean difference of the annotators who scored both, so that severity
 * cancels; errors clustered by case, and by annotator too from five annotators on. Assumes
 * independent cases. Cost: linear plus one sort.
 */
function clusteredDifference(
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

function caseMeans(pairs: DifferenceColumns, { index, count }: Clusters) {
  const lists: number[][] = Array.from({ length: count }, () => []);
  const labels: Label[] = Array.from({ length: count }, () => '');
  index.forEach((g, row) => {
    lists[g]?.push(pairs.difference[row] ?? 0);
    labels[g] = pairs.case[row] ?? '';
  });
  return lists.map((list, g) => ({ case: labels[g] ?? '', difference: mean(list) }));
}
