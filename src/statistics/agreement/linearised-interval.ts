import { effectiveSize } from '../intervals/clustered-share.ts';
import type { Clusters } from '../intervals/clusters.ts';
import { type Interval, interval } from '../intervals/estimate.ts';
import { wilsonEnds } from '../intervals/proportions.ts';
import { tCritical } from '../numerics/distributions.ts';

/** What each unit adds to a coefficient beyond its value. */
export interface UnitDeviations {
  readonly deviations: Float64Array;
  /** Scenario of each unit; undefined where each unit is its own scenario. */
  readonly clusters: Clusters | undefined;
}

/**
 * Linearised standard error of a coefficient that is a mean of unit terms: √(G/(G−1) Σ_g D_g²)/N,
 * D_g the sum of a scenario's deviations. With a scenario per unit it is Gwet's √(Σ d_u²/(N(N−1))).
 * Null with one scenario. Reference: Gwet 2014, ch. 5; for clusters Yang & Zhou 2014, Stat Med
 * 33:2612.
 */
export function linearisedError({ deviations, clusters }: UnitDeviations): number | null {
  const units = deviations.length;
  const groups = clusters?.count ?? units;
  if (groups < 2) return null;
  const sums = clusters === undefined ? deviations : sumBy(deviations, clusters);
  const squares = sums.reduce((sum, d) => sum + d * d, 0);
  return Math.sqrt((squares * groups) / (groups - 1)) / units;
}

/** A coefficient as its interval needs it. */
export interface Coefficient {
  readonly estimate: number;
  readonly standardError: number | null;
  /** Scenarios with a unit that two or more annotators rated. */
  readonly groups: number;
  /** 1 − agreement expected by chance, by which disagreement is divided. */
  readonly room: number;
}

/**
 * With t quantiles of (scenarios − 1) degrees of freedom, inside −1 and 1. Full agreement has no
 * error to estimate: its lower end is that of a share with one unit per scenario.
 */
export function linearisedInterval(
  { estimate, standardError, groups, room }: Coefficient,
  confidence: number,
): Interval | null {
  if (standardError === null || groups < 2) return null;
  const critical = tCritical(confidence, groups - 1);
  if (standardError < NO_ERROR && estimate > 1 - NO_ERROR) {
    const [low] = wilsonEnds(1, groups, critical);
    return interval(Math.max(-1, 1 - (1 - low) / room), 1, confidence);
  }
  const half = critical * standardError;
  return interval(Math.max(-1, estimate - half), Math.min(1, estimate + half), confidence);
}

/** An error below this is rounding. */
const NO_ERROR = 1e-12;

/** Wilson's interval on the effective number of units: inside 0 and 1. */
export function shareInterval(
  { estimate, standardError, groups }: Coefficient,
  confidence: number,
): Interval | null {
  if (standardError === null || groups < 2) return null;
  const share = Math.min(1, Math.max(0, estimate));
  const size = effectiveSize(share, standardError ** 2, groups);
  const [low, high] = wilsonEnds(share, size, tCritical(confidence, groups - 1));
  return interval(low, high, confidence);
}

function sumBy(values: Float64Array, { index, count }: Clusters): Float64Array {
  const sums = new Float64Array(count);
  for (let u = 0; u < values.length; u += 1) {
    const g = index[u] ?? 0;
    sums[g] = (sums[g] ?? 0) + (values[u] ?? 0);
  }
  return sums;
}
