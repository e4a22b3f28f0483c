import type { Random } from '../../statistics/numerics/random.ts';
import { plannedMean } from '../../statistics/sequences/planned-mean.ts';
import type { PlannedStudy } from './planned-study.ts';
import type { SupposedCases } from './supposed-cases.ts';

/**
 * Plays the study once with cases drawn from the supposed ones, looking after every case with the
 * boundary that decides the verdict: the number of completed cases when the leader is found better than
 * every other variant, or null when the cases run out first.
 */
export function simulateStudy(
  { cases, options }: PlannedStudy,
  supposed: SupposedCases,
  random: Random,
): number | null {
  const pool = supposed[0]?.length ?? 0;
  const drawn = Int32Array.from({ length: cases }, () => random.below(pool));
  const values = new Float64Array(cases);
  let last = 0;
  for (const rival of supposed) {
    for (let at = 0; at < cases; at += 1) values[at] = rival[drawn[at] ?? 0] ?? Number.NaN;
    const { settlement } = plannedMean({ values, planned: cases, extended: null }, options);
    if (settlement?.word !== 'better') return null;
    last = Math.max(last, settlement.cases);
  }
  return last;
}
