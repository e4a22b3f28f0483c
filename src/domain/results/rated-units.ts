import type { RatingCounts } from '../../statistics/agreement/rating-counts.ts';
import { packCodes, type UnitRatings } from '../../statistics/agreement/unit-ratings.ts';
import { type Clusters, numberClusters } from '../../statistics/intervals/clusters.ts';
import type { CleanStudy } from './clean-study.ts';
import { pickInts } from './columns.ts';
import type { CriterionRows } from './criterion-scores.ts';
import { allRows, orderRows } from './row-order.ts';
import { ALL_BAD, BOTH_BAD, type Criterion, LEFT_BETTER, RIGHT_BETTER } from './study-data.ts';

/** Answers to the same question about the same thing, by several annotators: one row per answer. */
export interface RatedUnits {
  readonly unit: Int32Array;
  readonly units: number;
  readonly case: Int32Array;
  readonly annotator: Int32Array;
  /** The place of the answer among the categories. */
  readonly answer: Int32Array;
  /** All answers the scale allows, or those that occur. */
  readonly categories: readonly number[];
  /** The same answers, unit by unit. */
  readonly packed: UnitRatings;
  /** Case of every unit, and of those that are packed. */
  readonly cases: Clusters;
  readonly packedCases: Clusters;
}

/** Preference as categories: the stronger wins, the weaker wins, tie, both bad. */
export const STRONGER = 0;
export const WEAKER = 1;
export const TIED = 2;
export const NEITHER = 3;

/**
 * Votes as ratings of (case, pair). Agreement beyond chance depends on which variant of a pair
 * comes first, so the one with more points in the study does.
 */
export function ratedPairs({ variants, votes }: CleanStudy): RatedUnits {
  const size = variants.length;
  const strength = strengthOf(size, votes);
  const isStronger = (a: number, b: number): boolean => {
    const gap = (strength[a] ?? 0) - (strength[b] ?? 0);
    return gap !== 0 ? gap > 0 : (variants[a] ?? '') < (variants[b] ?? '');
  };
  const keys = new Float64Array(votes.left.length);
  const answer = new Int32Array(votes.left.length);
  for (let row = 0; row < keys.length; row += 1) {
    const left = votes.left[row] ?? 0;
    const right = votes.right[row] ?? 0;
    const pair = Math.min(left, right) * size + Math.max(left, right);
    keys[row] = (votes.case[row] ?? 0) * size * size + pair;
    const outcome = votes.outcome[row];
    if (outcome === BOTH_BAD) answer[row] = NEITHER;
    else if (outcome !== LEFT_BETTER && outcome !== RIGHT_BETTER) answer[row] = TIED;
    else {
      answer[row] = isStronger(left, right) === (outcome === LEFT_BETTER) ? STRONGER : WEAKER;
    }
  }
  return groupByUnit(keys, { ...votes, answer }, [STRONGER, WEAKER, TIED, NEITHER]);
}

/** Choices among all variants as ratings of cases. */
export function ratedChoices({ variants, choices }: CleanStudy): RatedUnits {
  const categories = [ALL_BAD, ALL_BAD + 1, ...variants.map((_, i) => i)];
  const answer = choices.chosen.map((chosen) => chosen - ALL_BAD);
  return groupByUnit(Float64Array.from(choices.case), { ...choices, answer }, categories);
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
  const categories = [...new Set([...stepsOf(criterion), ...rows.value])].sort((a, b) => a - b);
  const place = new Map(categories.map((category, k) => [category, k]));
  const answer = Int32Array.from(rows.value, (value) => place.get(value) ?? 0);
  return groupByUnit(keys, { ...rows, answer }, categories);
}

/** Agreement by chance depends on how many answers were possible, used or not. */
function stepsOf({ scale, low, high }: Criterion): readonly number[] {
  if (scale !== 'binary' && scale !== 'likert') return [];
  if (low === null || high === null || !(high - low <= 100)) return [];
  return Array.from({ length: Math.floor(high - low) + 1 }, (_, step) => low + step);
}

/** The row at which the next unit begins: rows of a unit are adjacent. */
export function endOfUnit(unit: Int32Array, from: number): number {
  let to = from + 1;
  while (to < unit.length && unit[to] === unit[from]) to += 1;
  return to;
}

/** How many annotators gave each unit each answer. */
export function countAnswers({ unit, units, answer, categories }: RatedUnits): RatingCounts {
  const q = categories.length;
  const counts = new Float64Array(units * q);
  for (let row = 0; row < unit.length; row += 1) {
    const at = (unit[row] ?? 0) * q + (answer[row] ?? 0);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return { categories, units, counts, warnings: [] };
}

interface Answers {
  readonly case: Int32Array;
  readonly annotator: Int32Array;
  readonly answer: Int32Array;
}

/** The answers, numbered and ordered by unit. */
function groupByUnit(
  keys: Float64Array,
  answers: Answers,
  categories: readonly number[],
): RatedUnits {
  const { index, count } = numberClusters(keys);
  const rows = orderRows(allRows(index.length), [{ values: index, size: count }]);
  const unit = pickInts(index, rows);
  const answer = pickInts(answers.answer, rows);
  const position = pickInts(answers.case, rows);
  const packed = packCodes({ unit, units: count, code: answer, categories });
  const caseOfUnit = new Int32Array(count);
  for (let row = 0; row < unit.length; row += 1) caseOfUnit[unit[row] ?? 0] = position[row] ?? 0;
  return {
    unit,
    units: count,
    case: position,
    annotator: pickInts(answers.annotator, rows),
    answer,
    categories,
    packed,
    cases: numberClusters(caseOfUnit),
    packedCases: numberClusters(pickInts(caseOfUnit, packed.units)),
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
