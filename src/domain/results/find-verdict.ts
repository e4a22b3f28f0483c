import type { Verdict } from '../../contract/results/results.ts';
import type { CleanStudy } from './clean-study.ts';
import type { ComparedPair } from './compared-pair.ts';
import { otherAnnotators } from './other-annotators.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import type { StudyLook } from './study-look.ts';
import type { CriterionResult } from './summarize-scores.ts';
import { decideVerdict } from './verdict.ts';
import { volumeOf } from './volume-of.ts';

interface VotesBasis {
  readonly contrasts: readonly PlannedContrast[];
  /** The comparison of the verdict. */
  readonly pair: ComparedPair | null;
  readonly isSensitive: boolean;
}

interface ScoresBasis {
  readonly result: CriterionResult | undefined;
  readonly pair: ComparedPair | null;
}

export function verdictOfVotes(
  study: CleanStudy,
  look: StudyLook,
  { contrasts, pair, isSensitive }: VotesBasis,
): Verdict {
  return decideVerdict(study, look, {
    estimand: study.variants.length === 2 ? 'score_win_rate' : 'win_rate_difference',
    criterion: null,
    contrasts,
    others: otherAnnotators(look, pair),
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
  { result, pair }: ScoresBasis,
): Verdict {
  const verdict = decideVerdict(study, look, {
    estimand: 'mean_score_difference',
    criterion: result?.criterion.name ?? null,
    contrasts: result?.contrasts ?? [],
    others: otherAnnotators(look, pair),
    volume: volumeOf(study),
    warnings: [],
  });
  return study.variants.length === 1 && result !== undefined
    ? withMean(study, result, verdict)
    : verdict;
}

/** A single variant has no rival: the verdict gives its mean. */
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
