import type { Interval } from '../intervals/estimate.ts';

export interface NoDifference {
  /** The value of "no difference"; ½ for a win rate. */
  readonly reference: number;
  /** Half width of the zone in which a difference does not matter; 0 for none. */
  readonly equivalence: number;
}

export interface StoppingDecision {
  readonly reason: 'better' | 'worse' | 'equivalent' | 'continue';
  /**
   * Whether the whole interval is inside the equivalence zone, even if it excludes the reference.
   */
  readonly withinZone: boolean;
}

/**
 * Question: may I stop now? Rules on an always-valid interval: superiority (it excludes the
 * reference) and equivalence (it lies inside the zone). Valid only with an always-valid interval; a
 * fixed-n interval under repeated looks gives false alarms. Cost: constant.
 */
export function stoppingDecision(
  range: Interval | null,
  { reference, equivalence: zone }: NoDifference,
): StoppingDecision {
  if (range === null) return { reason: 'continue', withinZone: false };
  const withinZone = zone > 0 && range.low >= reference - zone && range.high <= reference + zone;
  if (range.low > reference) return { reason: 'better', withinZone };
  if (range.high < reference) return { reason: 'worse', withinZone };
  return { reason: withinZone ? 'equivalent' : 'continue', withinZone };
}
