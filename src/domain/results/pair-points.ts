import type { CleanStudy } from './clean-study.ts';
import { joinDoubles, joinInts, pickDoubles, pickInts } from './columns.ts';
import { pairNumbers } from './pair-numbers.ts';
import { rowsByNumber } from './rows-by-number.ts';
import { ALL_BAD, BOTH_BAD, LEFT_BETTER, RIGHT_BETTER, TIE } from './study-data.ts';

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

/** Every unordered pair of variants, compared or not. */
export function pairPoints({ variants, votes }: CleanStudy): readonly PairPoints[] {
  const size = variants.length;
  const rowsOf = rowsByNumber([pairNumbers(votes, size)], size * size);
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

export type VariantPoints = Pick<PairPoints, 'case' | 'annotator' | 'value' | 'bothBad'>;

/**
 * Points of each variant in the votes that showed it, for its rate over all its opponents. In a
 * choice among all, the chosen variant gets the point; where none was chosen, all share it.
 */
export function variantPoints({ variants, votes, choices }: CleanStudy): readonly VariantPoints[] {
  const rowsOf = rowsByNumber([votes.left, votes.right], variants.length);
  return variants.map((_, variant) => {
    const voted = pointsOf(votes, rowsOf(variant), variant);
    if (choices.case.length === 0) return voted;
    const chosen = Float64Array.from(choices.chosen, (own) =>
      own < 0 ? 1 / variants.length : own === variant ? 1 : 0,
    );
    const bad = Float64Array.from(choices.chosen, (own) => (own === ALL_BAD ? 1 : 0));
    return {
      case: joinInts(voted.case, choices.case),
      annotator: joinInts(voted.annotator, choices.annotator),
      value: joinDoubles(voted.value, chosen),
      bothBad: joinDoubles(voted.bothBad, bad),
    };
  });
}

function pointsOf(votes: CleanStudy['votes'], rows: Int32Array, variant: number): VariantPoints {
  const { left, outcome } = votes;
  const value = new Float64Array(rows.length);
  const bothBad = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const own = outcome[row] ?? TIE;
    value[at] = (left[row] === variant ? POINTS_OF_LEFT[own] : POINTS_OF_RIGHT[own]) ?? 0;
    bothBad[at] = own === BOTH_BAD ? 1 : 0;
  }
  return {
    case: pickInts(votes.case, rows),
    annotator: pickInts(votes.annotator, rows),
    value,
    bothBad,
  };
}

/** Points by outcome: a lookup is faster than branches, which outcomes make unpredictable. */
const POINTS_OF_LEFT = pointsByOutcome(LEFT_BETTER);
const POINTS_OF_RIGHT = pointsByOutcome(RIGHT_BETTER);

function pointsByOutcome(win: number): Float64Array {
  const outcomes = [LEFT_BETTER, RIGHT_BETTER, TIE, BOTH_BAD];
  return Float64Array.from(outcomes, (own) => (own > RIGHT_BETTER ? 0.5 : own === win ? 1 : 0));
}
