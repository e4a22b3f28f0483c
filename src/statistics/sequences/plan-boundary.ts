import { normalQuantileUpper, normalUpper } from '../numerics/distributions.ts';

/** With fewer cases, their spread is not known well enough to divide by. */
export const LEAST_CASES = 10;

/** The error of looks after the planned end, as a share of α. */
const SHARE_PAST_PLAN = 0.2;

/** How far a study is. */
export interface Look {
  /** Completed cases. */
  readonly cases: number;
  /** Cases of the plan. */
  readonly planned: number;
  /** Judgements of the completed cases, in units of a case's planned judgements. */
  readonly time: number;
}

/**
 * Question: how many standard errors must an estimate be away to count at this look? Up to the
 * planned end a boundary of O'Brien–Fleming type in information time, z(α/4)·√(planned ÷ cases): a
 * Brownian motion leaves ±z(α/4) before time 1 with probability α at most. A plan below ten cases
 * has one look, at its end. After the end, the boundary of an asymptotic confidence sequence at a
 * fifth of α, so that all looks together are wrong with probability 1.2 α at most. Infinite before
 * the first look. References: O'Brien & Fleming 1979; Jennison & Turnbull 1989; Waudby-Smith et al.
 * 2024. Cost: constant.
 */
export function lookCritical(look: Look, alpha: number): number {
  return planBoundary(look.planned, alpha)(look);
}

/** The same for any number of looks at one plan. */
export function planBoundary(
  planned: number,
  alpha: number,
): (look: Pick<Look, 'cases' | 'time'>) => number {
  const isSmall = planned < LEAST_CASES;
  const atEnd = normalQuantileUpper(isSmall ? alpha / 2 : alpha / 4);
  const least = isSmall ? Math.max(2, planned) : LEAST_CASES;
  return ({ cases, time }) => {
    if (!(planned >= 1) || cases < least) return Number.POSITIVE_INFINITY;
    if (time > planned) {
      if (cases < LEAST_CASES) return Number.POSITIVE_INFINITY;
      return sequenceCritical({ time, tunedAt: 2 * planned }, SHARE_PAST_PLAN * alpha);
    }
    return isSmall ? atEnd : atEnd * Math.sqrt(planned / Math.min(cases, planned));
  };
}

/** The same as a tail probability, to be turned into a quantile of Student's t. */
export function lookTail(look: Look, alpha: number): number {
  return normalUpper(lookCritical(look, alpha));
}

/** The boundary of a normal mixture that is narrowest at `tunedAt`. */
function sequenceCritical(
  { time, tunedAt }: { readonly time: number; readonly tunedAt: number },
  alpha: number,
): number {
  const twice = -2 * Math.log(alpha);
  const spread = (time * (twice + Math.log(twice + 1))) / tunedAt;
  return Math.sqrt(((2 * (spread + 1)) / spread) * Math.log(Math.sqrt(spread + 1) / alpha));
}
