import { normalQuantileUpper, normalUpper } from '../numerics/distributions.ts';
import { findRoot } from '../numerics/root.ts';

/** The true rates of votes on a pair. */
export interface VoteRates {
  /** Mean points of the better variant minus ½, ties as half. */
  readonly difference: number;
  readonly tieRate: number;
  /** The correlation of the points of two votes on one case. */
  readonly correlation: number;
}

/**
 * A vote is lead + √shared · case + √(1 − shared) · own, a tie when it is nearer to 0 than `tie`.
 */
export interface VoteModel {
  readonly lead: number;
  readonly tie: number;
  /** Part of the variance that votes on one case have in common. */
  readonly shared: number;
}

/**
 * Question: from which impressions do votes with these rates arise? Model: an impression is normal
 * with variance 1 and cut at ±tie; cases share a part of it. Lead and tie follow from the shares of
 * wins and losses, the shared part from the correlation by a root search. Reference: Glenn & David
 * 1960 (ties by thresholds). Cost: some forty integrals over the case.
 */
export function voteModel({ difference, tieRate, correlation }: VoteRates): VoteModel {
  const wins = (1 - tieRate) / 2 + difference;
  const losses = (1 - tieRate) / 2 - difference;
  const above = normalQuantileUpper(wins);
  const below = -normalQuantileUpper(losses);
  const cut = { lead: -(above + below) / 2, tie: (above - below) / 2 };
  const variance = wins + tieRate / 4 - (0.5 + difference) ** 2;
  const gap = (shared: number): number => caseVariance({ ...cut, shared }) / variance - correlation;
  return { ...cut, shared: findRoot(gap, 0, MOST_SHARED) };
}

/** At 1 all votes of a case would be the same, and the integral would not exist. */
const MOST_SHARED = 1 - 1e-6;

/** Variance over cases of their mean points. */
function caseVariance({ lead, tie, shared }: VoteModel): number {
  const own = Math.sqrt(1 - shared);
  let weights = 0;
  let sum = 0;
  let squares = 0;
  for (let z = -6; z <= 6; z += 0.03) {
    const weight = Math.exp((-z * z) / 2);
    const impression = lead + Math.sqrt(shared) * z;
    const points =
      (normalUpper((tie - impression) / own) + normalUpper((-tie - impression) / own)) / 2;
    weights += weight;
    sum += weight * points;
    squares += weight * points * points;
  }
  return squares / weights - (sum / weights) ** 2;
}
