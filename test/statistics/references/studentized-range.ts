import { findRootAbove } from '../../../src/statistics/numerics/root.ts';
import { normalLower } from './distributions.ts';
import { expectationOverScale, trapezoid } from './quadrature.ts';

/**
 * Upper tail of the studentised range of `groups` means (Tukey): the chance that the largest and the
 * smallest of k independent standard normals differ by more than q estimated standard deviations.
 * Assumes independent equal-variance normals. Reference: Copenhaver & Holland 1988. Direct upper
 * tail, so small values keep their digits. Cost: 400 normal tails, times 160 when df is finite.
 */
export function studentizedRangeUpper(q: number, groups: number, df: number): number {
  if (!(q > 0) || groups < 2) return 1;
  const tail = Number.isFinite(df)
    ? expectationOverScale((s) => rangeUpper(q * s, groups), df, 160)
    : rangeUpper(q, groups);
  return Math.min(1, Math.max(0, tail));
}

/** q with the given upper tail probability. */
export function studentizedRangeQuantileUpper(tail: number, groups: number, df: number): number {
  return findRootAbove((q) => studentizedRangeUpper(q, groups, df) / tail - 1, 0);
}

/** 1 − P(range ≤ w), integrated over the place of the largest value. */
function rangeUpper(w: number, groups: number): number {
  const others = groups - 1;
  const integrand = (z: number): number => {
    const below = normalLower(z);
    if (below === 0) return 0;
    const inside = Math.min(1, normalLower(z - w) / below);
    const escape = below ** others * -Math.expm1(others * Math.log1p(-inside));
    return Math.exp((-z * z) / 2) * escape;
  };
  return (
    (groups / Math.sqrt(2 * Math.PI)) * trapezoid(integrand, [-9, 9 + Math.min(w, 9) / 2], 200)
  );
}
