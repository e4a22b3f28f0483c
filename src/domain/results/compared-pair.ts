import {
  type CaseContrast,
  pointsByCase,
  scoreContrastsByCase,
  type VariantPair,
  winRateContrasts,
} from './case-contrasts.ts';
import type { CaseOrder } from './case-order.ts';
import type { CleanStudy } from './clean-study.ts';
import { rowsOfCriterion } from './criterion-scores.ts';
import {
  type AnswerGroups,
  answerGroups,
  type ContrastIn,
  contrastOver,
  type GroupedContrasts,
} from './grouped-contrasts.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import type { StudyLook } from './study-look.ts';
import type { CriterionResult } from './summarize-scores.ts';
import { closestContrast } from './verdict.ts';

/** The comparison that a verdict is about, over the completed cases. */
export interface ComparedPair {
  readonly contrast: PlannedContrast;
  /** The same comparison for each annotator. */
  readonly byAnnotator: GroupedContrasts;
  /** The same comparison for each annotator in each case. */
  readonly byAnswer: GroupedContrasts & Pick<AnswerGroups, 'annotator' | 'case'>;
}

export function comparedByVotes(
  study: CleanStudy,
  look: StudyLook,
  contrasts: readonly PlannedContrast[],
): ComparedPair | null {
  return comparedPair(look, closestContrast(study, contrasts), (rows, order, pair) =>
    study.variants.length === 2
      ? [pointsByCase(rows, order)]
      : winRateContrasts(rows, order, [pair]),
  );
}

export function comparedByScores(
  study: CleanStudy,
  look: StudyLook,
  result: CriterionResult | undefined,
): ComparedPair | null {
  if (result === undefined) return null;
  return comparedPair(look, closestContrast(study, result.contrasts), (rated, order, pair) => {
    const rows = rowsOfCriterion(rated.scores, result.index);
    return scoreContrastsByCase(rated, { rows, order }, [pair]);
  });
}

type CompareByCase = (
  study: CleanStudy,
  order: CaseOrder,
  pair: VariantPair,
) => readonly CaseContrast[];

function comparedPair(
  { completed }: StudyLook,
  contrast: PlannedContrast | undefined,
  compareByCase: CompareByCase,
): ComparedPair | null {
  if (contrast === undefined) return null;
  const compare = contrastIn(contrast, compareByCase);
  const { groupOf, annotator, case: position } = answerGroups(completed);
  return {
    contrast,
    byAnnotator: contrastOver(completed, (rows) => rows.annotator, compare),
    byAnswer: { ...contrastOver(completed, groupOf, compare), annotator, case: position },
  };
}

/** The values of one comparison, with its sign. */
function contrastIn(
  { variant, against, options }: PlannedContrast,
  compareByCase: CompareByCase,
): ContrastIn {
  const pair = [Math.max(variant, against), Math.min(variant, against)] as const;
  return (study, order) => {
    const [found] = compareByCase(study, order, pair);
    const values = found?.values ?? new Float64Array(order.positions.length).fill(Number.NaN);
    if (found === undefined || found.variant === variant) return values;
    return values.map((value) => (options.kind === 'rate' ? 1 - value : -value));
  };
}
