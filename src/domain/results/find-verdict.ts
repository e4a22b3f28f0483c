import type { Verdict } from '../../contract/results/results.ts';
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
import type { ContrastIn } from './grouped-contrasts.ts';
import { otherAnnotators } from './other-annotators.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import type { StudyLook } from './study-look.ts';
import type { CriterionResult } from './summarize-scores.ts';
import { closestContrast, decideVerdict } from './verdict.ts';
import { volumeOf } from './volume-of.ts';

export function verdictOfVotes(
  study: CleanStudy,
  look: StudyLook,
  {
    contrasts,
    isSensitive,
  }: { readonly contrasts: readonly PlannedContrast[]; readonly isSensitive: boolean },
): Verdict {
  return decideVerdict(study, look, {
    estimand: study.variants.length === 2 ? 'score_win_rate' : 'win_rate_difference',
    criterion: null,
    contrasts,
    others: (contrast) =>
      otherAnnotators(look, contrast, contrastIn(contrast, votesInCases(study))),
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
  const inCases = scoresInCases(result);
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

/** The comparison that a verdict is about, and how to make it of some of the judgements. */
export interface ComparedPair {
  readonly contrast: PlannedContrast;
  readonly contrastIn: ContrastIn;
}

export function comparedByVotes(
  study: CleanStudy,
  contrasts: readonly PlannedContrast[],
): ComparedPair | null {
  return comparedPair(closestContrast(study, contrasts), votesInCases(study));
}

export function comparedByScores(
  study: CleanStudy,
  result: CriterionResult | undefined,
): ComparedPair | null {
  return comparedPair(closestContrast(study, result?.contrasts ?? []), scoresInCases(result));
}

function comparedPair(
  contrast: PlannedContrast | undefined,
  inCases: InCases,
): ComparedPair | null {
  return contrast === undefined ? null : { contrast, contrastIn: contrastIn(contrast, inCases) };
}

type InCases = (study: CleanStudy, order: CaseOrder, pair: VariantPair) => readonly CaseContrast[];

function votesInCases({ variants }: CleanStudy): InCases {
  return (rows, order, pair) =>
    variants.length === 2 ? [pointsByCase(rows, order)] : winRateContrasts(rows, order, [pair]);
}

function scoresInCases(result: CriterionResult | undefined): InCases {
  return (study, order, pair) => {
    if (result === undefined) return [];
    const rows = rowsOfCriterion(study.scores, result.index);
    return scoreContrastsByCase(study, { rows, order }, [pair]);
  };
}

/** The numbers of one comparison, with its sign. */
function contrastIn({ variant, against, options }: PlannedContrast, inCases: InCases): ContrastIn {
  const pair = [Math.max(variant, against), Math.min(variant, against)] as const;
  return (study, order) => {
    const [found] = inCases(study, order, pair);
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
