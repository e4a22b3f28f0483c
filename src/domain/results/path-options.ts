import type { PathOptions } from '../../statistics/sequences/plan-path.ts';
import { pairCount } from './pair-count.ts';

interface Compared {
  readonly variants: number;
  readonly level: number;
  /** Half width of the zone in which a difference does not matter. */
  readonly zone: number;
}

interface ComparedInPairs extends Compared {
  /** Pairs that are compared in each case; null for all. */
  readonly pairsPerCase: number | null;
}

/**
 * Votes: for two variants the win rate of the later one, for several the differences of win rates.
 * Where a case compares fewer than all pairs, most of these are single votes.
 */
export function votePath({ variants, level, zone, pairsPerCase }: ComparedInPairs): PathOptions {
  const alpha = alphaOf(variants, level);
  if (variants === 2) {
    return { alpha, kind: 'rate', ends: [0, 1], reference: 0.5, equivalence: zone };
  }
  const kind = (pairsPerCase ?? Infinity) < pairCount(variants) ? 'vote' : 'mean';
  return { alpha, kind, ends: [-1, 1], reference: 0, equivalence: zone };
}

/** Scores: differences of means. */
export function scorePath(
  { variants, level, zone }: Compared,
  { low, high }: { readonly low: number | null; readonly high: number | null },
): PathOptions {
  const hasEnds = low !== null && high !== null && high > low;
  return {
    alpha: alphaOf(variants, level),
    kind: 'mean',
    ends: hasEnds ? [low - high, high - low] : null,
    reference: 0,
    equivalence: zone,
  };
}

/** The error is shared equally, so that all comparisons of one table hold together. */
function alphaOf(variants: number, level: number): number {
  return (1 - level) / Math.max(1, pairCount(variants));
}
