import type { Criterion, StudySettings } from './study-data.ts';

/** A difference below a twentieth of the scale rarely matters; evaluations can set another zone. */
const USUAL_SHARE = 0.05;

/**
 * Half width of the zone in which a win rate differs too little from ½ to matter. For differences
 * of several variants it is doubled: one wins 50 % plus, the other 50 % minus the zone.
 */
export function rateZone({ zone }: StudySettings, variants: number): number {
  const ofRate = zone === null || zone >= 0.5 ? USUAL_SHARE : zone;
  return variants === 2 ? ofRate : 2 * ofRate;
}

/** The same for a difference of scores; on a scale without ends, the zone that was set or none. */
export function scoreZone({ zone }: StudySettings, { low, high }: Criterion): number {
  if (low === null || high === null) return zone ?? 0;
  return zone === null || zone >= high - low ? USUAL_SHARE * (high - low) : zone;
}
