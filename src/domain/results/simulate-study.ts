import type { Random } from '../../statistics/numerics/random.ts';
import { PlanPath } from '../../statistics/sequences/plan-path.ts';
import type { PlannedStudy } from './planned-study.ts';
import type { SimulatedCases } from './simulated-cases.ts';

/**
 * Runs the study once with cases drawn from the simulated ones, with a look after every case. The
 * number of completed cases when the leader is found better than every other variant; null when the
 * cases run out first.
 */
export function simulateStudy(
  { cases, options }: PlannedStudy,
  simulated: SimulatedCases,
  random: Random,
): number | null {
  const pool = simulated[0]?.length ?? 0;
  const drawn = new Int32Array(cases);
  for (let at = 0; at < cases; at += 1) drawn[at] = random.below(pool);
  let last = 0;
  for (const rival of simulated) {
    const path = new PlanPath(cases, options);
    for (const at of drawn) {
      path.running.add(rival[at] ?? Number.NaN);
      path.look();
    }
    const { settlement } = path;
    if (settlement?.word !== 'better') return null;
    last = Math.max(last, settlement.cases);
  }
  return last;
}
