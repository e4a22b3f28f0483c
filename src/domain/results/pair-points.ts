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
  readonly bothBad: Uint8Array;
  readonly completedAtMs: Float64Array;
}

/** Every unordered pair of variants, also those nobody compared. */
export function pairPoints({ variants, votes }: CleanStudy): readonly PairPoints[] {
  const size = variants.length;
  const pairs: PairPoints[] = [];
  for (let against = 0; against < size; against += 1) {
    for (let variant = against + 1; variant < size; variant += 1) {
      const rows = rowsWhere(votes.left.length, (row) => {
        const left = votes.left[row];
        const right = votes.right[row];
        return (left === variant && right === against) || (left === against && right === variant);
      });
      pairs.push(pointsOf(votes, rows, { variant, against }));
    }
  }
  return pairs;
}

/** Points of a variant in each vote that showed it; for its rate over all its opponents. */
export function pointsOfVariant(
  { votes }: CleanStudy,
  variant: number,
): Pick<PairPoints, 'case' | 'annotator' | 'value' | 'bothBad'> {
  const rows = rowsWhere(
    votes.left.length,
    (row) => votes.left[row] === variant || votes.right[row] === variant,
  );
  return pointsOf(votes, rows, { variant, against: -1 });
}

function pointsOf(
  votes: CleanStudy['votes'],
  rows: Int32Array,
  pair: Pick<PairPoints, 'variant' | 'against'>,
): PairPoints {
  const value = new Float64Array(rows.length);
  const bothBad = new Uint8Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const outcome = votes.outcome[row];
    const isDecisive = outcome === LEFT_BETTER || outcome === RIGHT_BETTER;
    const wins = (outcome === LEFT_BETTER) === (votes.left[row] === pair.variant);
    value[at] = isDecisive ? (wins ? 1 : 0) : 0.5;
    bothBad[at] = outcome === BOTH_BAD ? 1 : 0;
  }
  return {
    ...pair,
    case: pickInts(votes.case, rows),
    annotator: pickInts(votes.annotator, rows),
    value,
    bothBad,
    completedAtMs: pickDoubles(votes.completedAtMs, rows),
  };
}
