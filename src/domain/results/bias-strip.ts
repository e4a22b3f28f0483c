import type { BiasStrip } from '../../contract/results.ts';
import { medianEstimate } from '../../statistics/median.ts';
import { positionEffect } from '../../statistics/position-effect.ts';
import { winRate } from '../../statistics/win-rate.ts';
import { annotatorQuality } from './annotator-quality.ts';
import type { CleanStudy } from './clean-study.ts';
import { noEstimateYet, presentEstimate } from './present-estimate.ts';
import { LEFT_BETTER, RIGHT_BETTER } from './study-data.ts';
import type { CriterionResult } from './summarize-scores.ts';
import { type CountedVotes, countVotes, sidedVotes } from './vote-clusters.ts';

/** What may have bent the answers: the side, the length, the people, the haste. */
export function summarizeBias(
  study: CleanStudy,
  counted: CountedVotes,
  scores: readonly CriterionResult[],
): BiasStrip {
  return {
    position: study.votes.case.length === 0 ? null : positionBias(study, counted),
    length: study.votes.case.length === 0 ? null : lengthBias(study),
    pace: paceOf(study),
    annotators: annotatorQuality(study, scores),
  };
}

function positionBias(study: CleanStudy, counted: CountedVotes): BiasStrip['position'] {
  const { level: confidence } = study.settings;
  const votes = sidedVotes(study.votes);
  if (votes.case.length === 0) {
    const unknown = noEstimateYet('position-effect', 'sides_unknown');
    return { effect: unknown, first_wins: unknown, p_value: null, alarm: false };
  }
  const { rows, clusters } = votes === study.votes ? counted : countVotes(study, votes);
  const effect = positionEffect(rows, { model: 'davidson', clusters, confidence });
  const firstWins = winRate(
    {
      points: Array.from(votes.outcome, (outcome) => decisivePoint(outcome)),
      cases: votes.case,
      annotators: votes.annotator,
    },
    { confidence },
  );
  return {
    effect: presentEstimate(effect),
    first_wins: presentEstimate({
      ...firstWins,
      method: 'position-effect.first-wins',
      // Ties are left out on purpose here.
      warnings: firstWins.warnings.filter((warning) => warning !== 'missing_excluded'),
    }),
    p_value: effect.pValue,
    alarm: effect.alarm,
  };
}

function decisivePoint(outcome: number): number | null {
  if (outcome === LEFT_BETTER) return 1;
  return outcome === RIGHT_BETTER ? 0 : null;
}

/** How often the longer of two outputs wins a decisive vote; alarming when it is rarely chance. */
function lengthBias({ votes, lengths, variants, settings }: CleanStudy): BiasStrip['length'] {
  if (lengths === null) return null;
  const lengthOf = (row: number, variant: number | undefined): number =>
    lengths[(votes.case[row] ?? 0) * variants.length + (variant ?? 0)] ?? Number.NaN;
  const points = Array.from(votes.outcome, (outcome, row) => {
    const gap = lengthOf(row, votes.left[row]) - lengthOf(row, votes.right[row]);
    const point = decisivePoint(outcome);
    if (point === null || !(Math.abs(gap) > 0)) return null;
    return gap > 0 ? point : 1 - point;
  });
  const rate = winRate(
    { points, cases: votes.case, annotators: votes.annotator },
    { confidence: settings.level },
  );
  const range = rate.interval;
  return {
    longer_wins: presentEstimate({
      ...rate,
      method: 'length-effect.longer-wins',
      warnings: rate.warnings.filter((warning) => warning !== 'missing_excluded'),
    }),
    // Being longer may well be better; only a strong pull is worth a look.
    alarm: range !== null && (range.low > 0.6 || range.high < 0.4),
  };
}

function paceOf({ votes, choices, scores, settings }: CleanStudy): BiasStrip['pace'] {
  const taken = [votes, choices, scores]
    .flatMap(({ takenMs }) => Array.from(takenMs))
    .filter((ms) => ms >= 0);
  const seconds = medianEstimate(
    taken.map((ms) => ms / 1000),
    { confidence: settings.level },
  );
  return { median_seconds: presentEstimate(seconds), judgements_with_time: taken.length };
}
