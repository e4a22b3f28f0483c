import type { CleanStudy } from './clean-study.ts';
import { pickDoubles, pickInts, rowsWhere } from './columns.ts';
import { BOTH_BAD, LEFT_BETTER, RIGHT_BETTER } from './study-data.ts';

/** The votes on one pair, as points of `variant` against the earlier `against`, by case. */
export interface PairPoints {
  readonly variant: number;
  readonly against: number;
  readonly case: Int32Array;
  readonly annotator: Int32Array;
  /** 1 a win, ½ a tie or both bad, 0 a loss. */
  readonly value: Float64Array;
  /** 1 where both were bad. */
  readonly bothBad: Float64Array;
  readonly completedAtMs: Float64Array;
}

/** Every unordered pair of variants, also those nobody compared. */
export function pairPoints({ variants, votes }: CleanStudy): readonly PairPoints[] {
  const size = variants.length;
  const rowsOf = rowsByPair(votes, size);
  const pairs: PairPoints[] = [];
  for (let against = 0; against < size; against += 1) {
    for (let variant = against + 1; variant < size; variant += 1) {
      const rows = rowsOf(against * size + variant);
      const completedAtMs = pickDoubles(votes.completedAtMs, rows);
      pairs.push({ variant, against, ...pointsOf(votes, rows, variant), completedAtMs });
    }
  }
  return pairs;
}

/** Rows of each (lower, higher) pair, each in their order. */
function rowsByPair(
  { left, right }: CleanStudy['votes'],
  size: number,
): (pair: number) => Int32Array {
  const pairs = new Int32Array(left.length);
  const starts = new Int32Array(size * size + 1);
  for (let row = 0; row < left.length; row += 1) {
    const a = left[row] ?? 0;
    const b = right[row] ?? 0;
    const pair = Math.min(a, b) * size + Math.max(a, b);
    pairs[row] = pair;
    starts[pair + 1] = (starts[pair + 1] ?? 0) + 1;
  }
  for (let pair = 0; pair < size * size; pair += 1) {
    starts[pair + 1] = (starts[pair + 1] ?? 0) + (starts[pair] ?? 0);
  }
  const rows = new Int32Array(left.length);
  const next = starts.slice();
  for (let row = 0; row < left.length; row += 1) {
    const pair = pairs[row] ?? 0;
    rows[next[pair] ?? 0] = row;
    next[pair] = (next[pair] ?? 0) + 1;
  }
  return (pair) => rows.subarray(starts[pair], starts[pair + 1]);
}

/** Points of a variant in each vote that showed it; for its rate over all its opponents. */
export function pointsOfVariant(
  { votes }: CleanStudy,
  variant: number,
): VariantPoints {
  const rows = rowsWhere(
    votes.left.length,
    (row) => votes.left[row] === variant || votes.right[row] === variant,
  );
  return pointsOf(votes, rows, variant);
}

type VariantPoints = Pick<PairPoints, 'case' | 'annotator' | 'value' | 'bothBad'>;

function pointsOf(votes: CleanStudy['votes'], rows: Int32Array, variant: number): VariantPoints {
  const value = new Float64Array(rows.length);
  const bothBad = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const outcome = votes.outcome[row];
    const isDecisive = outcome === LEFT_BETTER || outcome === RIGHT_BETTER;
    const wins = (outcome === LEFT_BETTER) === (votes.left[row] === variant);
    value[at] = isDecisive ? (wins ? 1 : 0) : 0.5;
    bothBad[at] = outcome === BOTH_BAD ? 1 : 0;
  }
  return {
    case: pickInts(votes.case, rows),
    annotator: pickInts(votes.annotator, rows),
    value,
    bothBad,
  };
}
