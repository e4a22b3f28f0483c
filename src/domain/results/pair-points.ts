import type { CleanStudy } from './clean-study.ts';
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
  const rows: number[][] = Array.from({ length: size * size }, () => []);
  votes.left.forEach((left, row) => {
    const right = votes.right[row] ?? 0;
    rows[Math.min(left, right) * size + Math.max(left, right)]?.push(row);
  });
  const pairs: PairPoints[] = [];
  for (let against = 0; against < size; against += 1) {
    for (let variant = against + 1; variant < size; variant += 1) {
      pairs.push(pointsOf(votes, rows[against * size + variant] ?? [], { variant, against }));
    }
  }
  return pairs;
}

/** Points of a variant in each vote that showed it; for its rate over all its opponents. */
export function pointsOfVariant(
  { votes }: CleanStudy,
  variant: number,
): Pick<PairPoints, 'case' | 'annotator' | 'value' | 'bothBad'> {
  const rows: number[] = [];
  votes.left.forEach((left, row) => {
    if (left === variant || votes.right[row] === variant) rows.push(row);
  });
  return pointsOf(votes, rows, { variant, against: -1 });
}

function pointsOf(
  votes: CleanStudy['votes'],
  rows: readonly number[],
  pair: Pick<PairPoints, 'variant' | 'against'>,
): PairPoints {
  const kept = Int32Array.from(rows);
  return {
    ...pair,
    case: kept.map((row) => votes.case[row] ?? 0),
    annotator: kept.map((row) => votes.annotator[row] ?? 0),
    value: Float64Array.from(rows, (row) => {
      const outcome = votes.outcome[row];
      if (outcome !== LEFT_BETTER && outcome !== RIGHT_BETTER) return 0.5;
      return (outcome === LEFT_BETTER) === (votes.left[row] === pair.variant) ? 1 : 0;
    }),
    bothBad: Uint8Array.from(rows, (row) => (votes.outcome[row] === BOTH_BAD ? 1 : 0)),
    completedAtMs: Float64Array.from(rows, (row) => votes.completedAtMs[row] ?? Number.NaN),
  };
}
