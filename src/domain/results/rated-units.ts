import type { RatingCounts } from '../../statistics/agreement/rating-counts.ts';
import { numberClusters } from '../../statistics/clusters.ts';
import type { CleanStudy } from './clean-study.ts';
import { pickDoubles, pickInts } from './columns.ts';
import type { CriterionRows } from './criterion-scores.ts';
import { allRows, orderRows } from './row-order.ts';
import { ALL_BAD, BOTH_BAD, type Criterion, LEFT_BETTER, RIGHT_BETTER } from './study-data.ts';

/** Answers to the same question about the same thing, by several annotators: one row per answer. */
export interface RatedUnits {
  readonly unit: Int32Array;
  readonly units: number;
  readonly case: Int32Array;
  readonly annotator: Int32Array;
  /** The answer; a category or a score. */
  readonly value: Float64Array;
  /** All answers the scale allows, or those that occur. */
  readonly categories: readonly number[];
}

/** Preference as categories: the stronger wins, the weaker wins, tie, both bad. */
export const STRONGER = 0;
export const WEAKER = 1;
export const TIED = 2;
export const NEITHER = 3;

/**
 * Votes as ratings of (case, pair). Which of the two is called first would be arbitrary, and agreement
 * beyond chance would depend on it, so the one with more points in the study is.
 */
export function ratedPairs({ variants, votes }: CleanStudy): RatedUnits {
  const size = variants.length;
  const strength = strengthOf(size, votes);
  const isStronger = (a: number, b: number): boolean => {
    const gap = (strength[a] ?? 0) - (strength[b] ?? 0);
    return gap !== 0 ? gap > 0 : (variants[a] ?? '') < (variants[b] ?? '');
  };
  const keys = new Float64Array(votes.left.length);
  const value = new Float64Array(votes.left.length);
  for (let row = 0; row < keys.length; row += 1) {
    const left = votes.left[row] ?? 0;
    const right = votes.right[row] ?? 0;
    const pair = Math.min(left, right) * size + Math.max(left, right);
    keys[row] = (votes.case[row] ?? 0) * size * size + pair;
    const outcome = votes.outcome[row];
    if (outcome === BOTH_BAD) value[row] = NEITHER;
    else if (outcome !== LEFT_BETTER && outcome !== RIGHT_BETTER) value[row] = TIED;
    else {
      value[row] = isStronger(left, right) === (outcome === LEFT_BETTER) ? STRONGER : WEAKER;
    }
  }
  return inUnits(keys, { ...votes, value }, [STRONGER, WEAKER, TIED, NEITHER]);
}

/** Choices among all variants as ratings of cases. */
export function ratedChoices({ variants, choices }: CleanStudy): RatedUnits {
  const value = Float64Array.from(choices.chosen);
  const categories = [ALL_BAD, ALL_BAD + 1, ...variants.map((_, i) => i)];
  return inUnits(Float64Array.from(choices.case), { ...choices, value }, categories);
}

/** Scores as ratings of (case, variant). */
export function ratedScores(
  rows: CriterionRows,
  criterion: Criterion,
  variants: number,
): RatedUnits {
  const keys = Float64Array.from(
    rows.case,
    (position, row) => position * variants + (rows.variant[row] ?? 0),
  );
  const categories = new Set([...stepsOf(criterion), ...rows.value]);
  return inUnits(
    keys,
    rows,
    [...categories].sort((a, b) => a - b),
  );
}

/** Agreement by chance depends on how many answers there were to choose from, used or not. */
function stepsOf({ scale, low, high }: Criterion): readonly number[] {
  if (scale !== 'binary' && scale !== 'likert') return [];
  if (low === null || high === null || !(high - low <= 100)) return [];
  return Array.from({ length: Math.floor(high - low) + 1 }, (_, step) => low + step);
}

/** Rows of a unit stand together. */
export function forEachUnit(
  { unit }: Pick<RatedUnits, 'unit'>,
  visit: (from: number, to: number) => void,
): void {
  for (let from = 0; from < unit.length; ) {
    let to = from + 1;
    while (to < unit.length && unit[to] === unit[from]) to += 1;
    visit(from, to);
    from = to;
  }
}

/** How many annotators gave each unit each answer. */
export function countAnswers({ unit, units, value, categories }: RatedUnits): RatingCounts {
  const q = categories.length;
  const place = new Map(categories.map((category, k) => [category, k]));
  const counts = new Float64Array(units * q);
  for (let row = 0; row < unit.length; row += 1) {
    const at = (unit[row] ?? 0) * q + (place.get(value[row] ?? 0) ?? 0);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return { categories, units, counts, warnings: [] };
}

interface Answers {
  readonly case: Int32Array;
  readonly annotator: Int32Array;
  readonly value: Float64Array;
}

/** Numbered and ordered by unit. */
function inUnits(keys: Float64Array, answers: Answers, categories: readonly number[]): RatedUnits {
  const { index, count } = numberClusters(keys);
  const rows = orderRows(allRows(index.length), [{ values: index, size: count }]);
  return {
    unit: pickInts(index, rows),
    units: count,
    case: pickInts(answers.case, rows),
    annotator: pickInts(answers.annotator, rows),
    value: pickDoubles(answers.value, rows),
    categories,
  };
}

function strengthOf(size: number, votes: CleanStudy['votes']): Float64Array {
  const strength = new Float64Array(size);
  for (let row = 0; row < votes.left.length; row += 1) {
    const left = votes.left[row] ?? 0;
    const right = votes.right[row] ?? 0;
    const outcome = votes.outcome[row];
    const winner = outcome === LEFT_BETTER ? left : outcome === RIGHT_BETTER ? right : null;
    if (winner !== null) strength[winner] = (strength[winner] ?? 0) + 1;
    else {
      strength[left] = (strength[left] ?? 0) + 0.5;
      strength[right] = (strength[right] ?? 0) + 0.5;
    }
  }
  return strength;
}
