import type { PathOptions } from '../../statistics/sequences/plan-path.ts';

interface Compared {
  readonly variants: number;
  readonly level: number;
  /** Half width of the zone in which a difference does not matter. */
  readonly zone: number;
}

/** Votes: of two variants the win rate of the later one, of several the differences of win rates. */
export function votePath({ variants, level, zone }: Compared): PathOptions {
  const alpha = alphaOf(variants, level);
  if (variants === 2) {
    return { alpha, kind: 'rate', ends: [0, 1], reference: 0.5, equivalence: zone };
  }
  return { alpha, kind: 'mean', ends: [-1, 1], reference: 0, equivalence: zone };
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

/** All comparisons of one page hold together. */
function alphaOf(variants: number, level: number): number {
  return (1 - level) / Math.max(1, (variants * (variants - 1)) / 2);
}
