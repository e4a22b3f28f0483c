import type { Scale } from './evaluations/evaluation-settings.ts';

/**
 * Whether a value is `min` plus a whole number of steps. Decimal fractions such as 0.1 are not
 * exact in binary: `value`, `min`, `step`, the difference and the quotient are each rounded by a
 * relative error of EPSILON / 2 at most, which adds up to `tolerance`.
 */
export function isOnStep({ min = 0, step }: Pick<Scale, 'min' | 'step'>, value: number): boolean {
  if (step === undefined) return true;
  const steps = (value - min) / step;
  const tolerance = (2 * Number.EPSILON * (Math.abs(value) + Math.abs(min))) / step;
  return Math.abs(steps - Math.round(steps)) <= tolerance;
}
