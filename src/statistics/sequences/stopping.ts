import type { Interval } from '../intervals/estimate.ts';

export interface StoppingRules {
  /** The value of "no difference"; ½ for a win rate. */
  readonly reference?: number | undefined;
  /** Half width of the zone in which a difference does not matter. */
  readonly equivalence?: number | undefined;
  /** Stop when the interval is at most this wide on either side. */
  readonly precision?: number | undefined;
  /** Completed cases after which collection ends whatever the answer. */
  readonly budget?: number | undefined;
}

type StoppingReason = 'better' | 'worse' | 'equivalent' | 'precise' | 'budget' | 'continue';

export interface StoppingDecision {
  readonly stop: boolean;
  readonly reason: StoppingReason;
  /** The whole interval lies inside the equivalence zone although it excludes the reference. */
  readonly withinZone: boolean;
}

/**
 * Question: may I stop now? Rules on an always-valid interval: superiority (it excludes the reference),
 * equivalence (it lies inside the zone), precision, budget (futility). Valid only with an always-valid
 * interval; a fixed-n interval under repeated looks gives false alarms. Cost: constant.
 */
export function stoppingDecision(
  current: { readonly interval: Interval | null; readonly n: number },
  rules: StoppingRules = {},
): StoppingDecision {
  const spent = rules.budget !== undefined && current.n >= rules.budget;
  const range = current.interval;
  if (range === null)
    return { stop: spent, reason: spent ? 'budget' : 'continue', withinZone: false };
  const reference = rules.reference ?? 0.5;
  const zone = rules.equivalence ?? 0;
  const withinZone = zone > 0 && range.low >= reference - zone && range.high <= reference + zone;
  if (range.low > reference) return { stop: true, reason: 'better', withinZone };
  if (range.high < reference) return { stop: true, reason: 'worse', withinZone };
  if (withinZone) return { stop: true, reason: 'equivalent', withinZone };
  const half = (range.high - range.low) / 2;
  if (rules.precision !== undefined && half <= rules.precision) {
    return { stop: true, reason: 'precise', withinZone };
  }
  return { stop: spent, reason: spent ? 'budget' : 'continue', withinZone };
}

/**
 * Error level of each comparison so that a claim over several variants holds at level α: "X is the best"
 * needs X against each of the other K − 1; claims about every pair share α over K(K−1)/2.
 */
export function comparisonLevel(
  alpha: number,
  claim: { readonly kind: 'best' | 'all-pairs'; readonly variants: number },
): number {
  const k = Math.max(2, claim.variants);
  return alpha / (claim.kind === 'best' ? k - 1 : (k * (k - 1)) / 2);
}
