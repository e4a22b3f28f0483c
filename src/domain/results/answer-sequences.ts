import type { CleanStudy } from './clean-study.ts';
import { joinDoubles, joinInts, pickDoubles, pickInts, rowsWhere } from './columns.ts';
import { rowsByNumber } from './rows-by-number.ts';
import { BOTH_BAD, LEFT_BETTER, RIGHT_BETTER } from './study-data.ts';
import type { AskedCriterion } from './summarize-scores.ts';

/** Answers as numbers whose mean should not change with time, with their order by annotator. */
export interface TimedAnswers {
  /** The left output won, among decisive votes; a tie or both bad, among all votes; a score. */
  readonly about: 'left' | 'tie' | 'score';
  readonly criterion: string | null;
  readonly annotator: Int32Array;
  readonly case: Int32Array;
  /** Place among the annotator's own tasks; equal times share one. */
  readonly order: Float64Array;
  readonly value: Float64Array;
  /** The distance from the lowest to the highest answer. */
  readonly width: number;
}

/** Judgements without a time are left out. */
export function timedAnswers(
  study: CleanStudy,
  asked: readonly AskedCriterion[],
): readonly TimedAnswers[] {
  return study.kind === 'comparison' ? timedVotes(study) : timedScores(study, asked);
}

function timedVotes({ votes, choices, annotators }: CleanStudy): readonly TimedAnswers[] {
  const more = choices.chosen.length;
  const isLeft = new Float64Array(votes.case.length + more).fill(Number.NaN);
  const isTied = new Float64Array(isLeft.length);
  for (let row = 0; row < votes.case.length; row += 1) {
    const outcome = votes.outcome[row] ?? BOTH_BAD;
    if (outcome > RIGHT_BETTER) isTied[row] = 1;
    else if (votes.sided[row] === 1) isLeft[row] = outcome === LEFT_BETTER ? 1 : 0;
  }
  choices.chosen.forEach((chosen, row) => {
    if (chosen < 0) isTied[votes.case.length + row] = 1;
  });
  const annotator = joinInts(votes.annotator, choices.annotator);
  const tasks = {
    annotator,
    case: joinInts(votes.case, choices.case),
    order: ownOrder(
      joinDoubles(votes.completedAtMs, choices.completedAtMs),
      annotator,
      annotators.length,
    ),
  };
  return [
    withoutGaps({ ...tasks, about: 'left', criterion: null, value: isLeft, width: 1 }),
    withoutGaps({ ...tasks, about: 'tie', criterion: null, value: isTied, width: 1 }),
  ];
}

/**
 * Scores on the first criterion with an order, relative to the mean of their variant: else judging
 * one variant after the other would look like a change over time.
 */
function timedScores(
  { annotators, variants }: CleanStudy,
  asked: readonly AskedCriterion[],
): readonly TimedAnswers[] {
  const first = asked.find(
    ({ criterion, rows }) => criterion.scale !== 'choice' && rows.case.length > 0,
  );
  if (first === undefined) return [];
  const { criterion, rows } = first;
  const sums = new Float64Array(variants.length);
  const sizes = new Float64Array(variants.length);
  rows.variant.forEach((variant, row) => {
    sums[variant] = (sums[variant] ?? 0) + (rows.value[row] ?? 0);
    sizes[variant] = (sizes[variant] ?? 0) + 1;
  });
  const mean = rows.value.reduce((sum, value) => sum + value, 0) / rows.value.length;
  const value = rows.value.map((own, row) => {
    const variant = rows.variant[row] ?? 0;
    return own - (sums[variant] ?? 0) / (sizes[variant] ?? 1) + mean;
  });
  return [
    withoutGaps({
      about: 'score',
      criterion: criterion.name,
      annotator: rows.annotator,
      case: rows.case,
      order: ownOrder(rows.completedAtMs, rows.annotator, annotators.length),
      value,
      width: widthOf(first),
    }),
  ];
}

/** The width of the scale, or of the scores where the scale has no ends. */
export function widthOf({ criterion, rows }: AskedCriterion): number {
  let low = criterion.low ?? Number.POSITIVE_INFINITY;
  let high = criterion.high ?? Number.NEGATIVE_INFINITY;
  for (const value of rows.value) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high > low ? high - low : 1;
}

/** Only the rows with a value and a place in the order. */
function withoutGaps(answers: TimedAnswers): TimedAnswers {
  const { value, order } = answers;
  const rows = rowsWhere(
    value.length,
    (row) => !Number.isNaN(value[row]) && !Number.isNaN(order[row]),
  );
  if (rows.length === value.length) return answers;
  return {
    ...answers,
    annotator: pickInts(answers.annotator, rows),
    case: pickInts(answers.case, rows),
    order: pickDoubles(order, rows),
    value: pickDoubles(value, rows),
  };
}

/** The place of each task in its annotator's sequence, from 0; NaN without a time. */
function ownOrder(timeMs: Float64Array, annotator: Int32Array, annotators: number): Float64Array {
  const order = new Float64Array(timeMs.length).fill(Number.NaN);
  const rowsOf = rowsByNumber([annotator], annotators);
  for (let a = 0; a < annotators; a += 1) {
    const rows = rowsOf(a);
    const sorted = pickDoubles(timeMs, rows)
      .filter((time) => Number.isFinite(time))
      .sort();
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const time = timeMs[row] ?? Number.NaN;
      if (!Number.isFinite(time)) continue;
      // Tasks with the same time share the middle of their places.
      const earlier = firstNotBelow(sorted, time);
      const isShared = sorted[earlier + 1] === time;
      const later = isShared ? firstNotBelow(sorted, nextAbove(time)) : earlier + 1;
      order[row] = (earlier + later - 1) / 2;
    }
  }
  return order;
}

/** No time is between this and `timeMs`: fractions of a millisecond are at least this large. */
function nextAbove(timeMs: number): number {
  return timeMs + 1 / 1024;
}

function firstNotBelow(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
