import type { Verdict } from '../../contract/results/results.ts';
import {
  type CaseContrast,
  pointsByCase,
  scoreContrastsByCase,
  winRateContrasts,
} from './case-contrasts.ts';
import type { CaseOrder } from './case-order.ts';
import type { CleanStudy } from './clean-study.ts';
import { rowsOfCriterion } from './criterion-scores.ts';
import { type ContrastIn, otherAnnotators } from './other-annotators.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import type { StudyLook } from './study-look.ts';
import type { CriterionResult } from './summarize-scores.ts';
import { decideVerdict } from './verdict.ts';
import { volumeOf } from './volume-of.ts';

export function verdictOfVotes(
  study: CleanStudy,
  look: StudyLook,
  {
    contrasts,
    isSensitive,
  }: { readonly contrasts: readonly PlannedContrast[]; readonly isSensitive: boolean },
): Verdict {
  const isPair = study.variants.length === 2;
  const inCases = (rows: CleanStudy, order: CaseOrder): readonly CaseContrast[] =>
    isPair ? [pointsByCase(rows, order)] : winRateContrasts(rows, order);
  return decideVerdict(study, look, {
    estimand: isPair ? 'score_win_rate' : 'win_rate_difference',
    criterion: null,
    contrasts,
    others: (contrast) => otherAnnotators(look, contrast, contrastIn(contrast, inCases)),
    volume: volumeOf(study),
    warnings: isSensitive ? ['sensitive_to_ties'] : [],
  });
}

/** Scores are compared on the first criterion that has an order. */
export function primaryCriterion(results: readonly CriterionResult[]): CriterionResult | undefined {
  const ordered = results.filter(({ criterion }) => criterion.scale !== 'choice');
  return ordered.find(({ rows }) => rows.case.length > 0) ?? ordered[0];
}

export function verdictOfScores(
  study: CleanStudy,
  look: StudyLook,
  result: CriterionResult | undefined,
): Verdict {
  const inCases = (rows: CleanStudy, order: CaseOrder): readonly CaseContrast[] =>
    result === undefined
      ? []
      : scoreContrastsByCase(rows, { rows: rowsOfCriterion(rows.scores, result.index), order });
  const verdict = decideVerdict(study, look, {
    estimand: 'mean_score_difference',
    criterion: result?.criterion.name ?? null,
    contrasts: result?.contrasts ?? [],
    others: (contrast) => otherAnnotators(look, contrast, contrastIn(contrast, inCases)),
    volume: volumeOf(study),
    warnings: [],
  });
  return study.variants.length === 1 && result !== undefined
    ? withMean(study, result, verdict)
    : verdict;
}

/** The numbers of one comparison, with its sign. */
function contrastIn(
  { variant, against, options }: PlannedContrast,
  inCases: (rows: CleanStudy, order: CaseOrder) => readonly CaseContrast[],
): ContrastIn {
  return (rows, order) => {
    const found = inCases(rows, order).find(
      (contrast) =>
        Math.min(contrast.variant, contrast.against) === Math.min(variant, against) &&
        Math.max(contrast.variant, contrast.against) === Math.max(variant, against),
    );
    const values = found?.values ?? new Float64Array(order.positions.length).fill(Number.NaN);
    if (found === undefined || found.variant === variant) return values;
    return values.map((value) => (options.kind === 'rate' ? 1 - value : -value));
  };
}

/** A single variant has no rival: the line gives its mean. */
function withMean(study: CleanStudy, { block }: CriterionResult, verdict: Verdict): Verdict {
  const mean = block.variants[0]?.mean;
  return {
    ...verdict,
    estimand: 'mean_score',
    variant: study.variants[0] ?? null,
    effect: mean?.estimate ?? null,
    interval: mean?.interval ?? null,
    zone: null,
    method: mean?.method ?? verdict.method,
    cases: mean?.clusters ?? 0,
    warnings: mean?.warnings ?? verdict.warnings,
  };
}
