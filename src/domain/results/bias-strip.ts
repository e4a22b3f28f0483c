import type { BiasStrip } from '../../contract/results/results.ts';
import { medianEstimate } from '../../statistics/numerics/median.ts';
import { positionEffect } from '../../statistics/pairwise/position-effect.ts';
import type { WinRate } from '../../statistics/pairwise/win-rate.ts';
import { type AnnotatorFindings, annotatorQuality } from './annotator-quality.ts';
import type { CleanStudy, PairVotes } from './clean-study.ts';
import { joinDoubles, pickDoubles, pickInts, rowsWhere } from './columns.ts';
import { driftOf } from './drift.ts';
import { judgementRows } from './judgement-rows.ts';
import { noEstimateYet, presentEstimate } from './present-estimate.ts';
import { rateOver } from './rate-over.ts';
import type { StudyAnswers } from './study-answers.ts';
import { BOTH_BAD, LEFT_BETTER, RIGHT_BETTER } from './study-data.ts';
import { countVotes, sidedVotes } from './vote-clusters.ts';

/** What may have biased the answers: side, length, pace, drift and single annotators. */
export function summarizeBias(
  study: CleanStudy,
  { asked, timed }: StudyAnswers,
  findings: AnnotatorFindings,
): BiasStrip {
  return {
    position: study.votes.case.length === 0 ? null : positionBias(study),
    length: study.votes.case.length === 0 ? null : lengthBias(study),
    pace: paceOf(study),
    drift: driftOf(study, timed),
    annotators: annotatorQuality(study, asked, findings),
  };
}

function positionBias(study: CleanStudy): BiasStrip['position'] {
  const { level: confidence } = study.settings;
  const votes = sidedVotes(study.votes);
  if (votes.case.length === 0) {
    const unknown = noEstimateYet('position-effect', 'sides_unknown');
    return { effect: unknown, first_wins: unknown, p_value: null, alarm: false };
  }
  const { rows, clusters } = countVotes(study, votes);
  const effect = positionEffect(rows, { clusters, confidence });
  const firstWins = decisiveShare(study, votes, (outcome) => (outcome === LEFT_BETTER ? 1 : 0));
  return {
    effect: presentEstimate(effect),
    first_wins: presentEstimate({ ...firstWins, method: 'position-effect.first-wins' }),
    p_value: effect.pValue,
    alarm: effect.alarm,
  };
}

/** How often the longer of two outputs wins a decisive vote. */
function lengthBias(study: CleanStudy): BiasStrip['length'] {
  const { votes, lengths, variants } = study;
  if (lengths === null) return null;
  const lengthOf = (row: number, variant: number | undefined): number =>
    lengths[(votes.case[row] ?? 0) * variants.length + (variant ?? 0)] ?? Number.NaN;
  const rate = decisiveShare(study, votes, (outcome, row) => {
    const gap = lengthOf(row, votes.left[row]) - lengthOf(row, votes.right[row]);
    if (!(Math.abs(gap) > 0)) return null;
    return gap > 0 === (outcome === LEFT_BETTER) ? 1 : 0;
  });
  const range = rate.interval;
  return {
    longer_wins: presentEstimate({ ...rate, method: 'length-effect.longer-wins' }),
    // A longer output may well be better, so only a strong effect raises the alarm.
    alarm: range !== null && (range.low > 0.6 || range.high < 0.4),
  };
}

/** The mean of `point` over the decisive votes for which it is not null. */
function decisiveShare(
  { settings }: CleanStudy,
  votes: PairVotes,
  point: (outcome: number, row: number) => 0 | 1 | null,
): WinRate {
  const points = new Float64Array(votes.outcome.length).fill(Number.NaN);
  for (let row = 0; row < points.length; row += 1) {
    const outcome = votes.outcome[row] ?? BOTH_BAD;
    if (outcome <= RIGHT_BETTER) points[row] = point(outcome, row) ?? Number.NaN;
  }
  const rows = rowsWhere(points.length, (row) => !Number.isNaN(points[row]));
  const judged = { case: pickInts(votes.case, rows), annotator: pickInts(votes.annotator, rows) };
  return rateOver(judged, { confidence: settings.level })(pickDoubles(points, rows));
}

function paceOf(study: CleanStudy): BiasStrip['pace'] {
  const times = judgementRows(study)
    .map(({ takenMs }) => takenMs)
    .reduce(joinDoubles);
  const known = rowsWhere(times.length, (row) => (times[row] ?? -1) >= 0);
  const seconds = pickDoubles(times, known).map((ms) => ms / 1000);
  const median = medianEstimate(seconds, { confidence: study.settings.level });
  return { median_seconds: presentEstimate(median), judgements_with_time: known.length };
}
