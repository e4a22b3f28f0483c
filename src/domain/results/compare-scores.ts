import type { Verdict } from '../../contract/results/results.ts';
import type { CleanStudy } from './clean-study.ts';
import {
  fewestCases,
  inferenceOf,
  leaderOf,
  type PairSequence,
  scopeOf,
  sequentialComparisons,
  type Volume,
} from './compare-variants.ts';
import { negateEstimate } from './negate-estimate.ts';
import type { ScoreContrast } from './score-contrasts.ts';
import { scoreDesign, scoreSequence } from './score-sequence.ts';
import type { CriterionResult } from './summarize-scores.ts';
import { type Comparison, decideVerdict } from './verdict.ts';
import { scoreZone } from './zone-of.ts';

/** Scores are compared on the first criterion that has an order. */
export function primaryCriterion(results: readonly CriterionResult[]): CriterionResult | undefined {
  const ordered = results.filter(({ criterion }) => criterion.scale !== 'choice');
  return ordered.find(({ rows }) => rows.case.length > 0) ?? ordered[0];
}

export function verdictOfScores(
  study: CleanStudy,
  result: CriterionResult | undefined,
  volume: Volume,
): Verdict {
  const sequences = result === undefined ? [] : scoreSequences(study, result);
  const comparisons =
    result === undefined
      ? []
      : inferenceOf(study) === 'fixed'
        ? fixedComparisons(study, result)
        : sequentialComparisons(study, sequences, scoreDesign(study, result.criterion));
  const verdict = decideVerdict(study, {
    ...volume,
    estimand: 'mean_score_difference',
    criterion: result?.criterion.name ?? null,
    reference: 0,
    zone: result === undefined ? 0 : scoreZone(study.settings, result.criterion),
    inference: inferenceOf(study),
    scope: scopeOf(study, volume),
    comparisons,
    completedCases: fewestCases(sequences),
    judgementsPerCase: study.settings.judgementsPerTask * study.variants.length,
    warnings: sequences.some(({ sequence }) => sequence.incomplete > 0) ? ['incomplete_cases'] : [],
  });
  return study.variants.length === 1 && result !== undefined
    ? withMean(study, result, verdict)
    : verdict;
}

/** One sequence for each comparison of the leading variant on this criterion. */
export function scoreSequences(
  study: CleanStudy,
  result: CriterionResult,
): readonly PairSequence[] {
  const leader = leaderOfScores(study, result);
  return leaderContrasts(result, leader).map(({ contrast, sign, against }) => {
    const { differences } = contrast;
    const difference = differences.difference.map((value) => sign * value);
    return {
      variant: leader,
      against,
      sequence: scoreSequence(study, { ...differences, difference }),
    };
  });
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

/** Of two variants the later is the subject, of several the one with the highest mean. */
function leaderOfScores(study: CleanStudy, { contrasts }: CriterionResult): number {
  if (study.variants.length === 2) return 1;
  const values = study.variants.map((_, i) => {
    const against = contrasts.find(({ pair }) => pair[0] === i && pair[1] === 0);
    return against?.difference.estimate ?? 0;
  });
  return leaderOf(study, values) ?? 0;
}

function leaderContrasts({ contrasts }: CriterionResult, leader: number) {
  return contrasts.flatMap((contrast): readonly LeaderContrast[] => {
    const [variant, against] = contrast.pair;
    if (variant === leader) return [{ contrast, sign: 1, against }];
    return against === leader ? [{ contrast, sign: -1, against: variant }] : [];
  });
}

interface LeaderContrast {
  readonly contrast: ScoreContrast;
  readonly sign: 1 | -1;
  readonly against: number;
}

function fixedComparisons(study: CleanStudy, result: CriterionResult): readonly Comparison[] {
  const leader = leaderOfScores(study, result);
  return leaderContrasts(result, leader).map(({ contrast, sign, against }) => ({
    variant: leader,
    against,
    found: sign > 0 ? contrast.difference : negateEstimate(contrast.difference),
  }));
}
