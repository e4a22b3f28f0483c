import type { Random } from '../../statistics/numerics/random.ts';
import { plannedMean } from '../../statistics/sequences/planned-mean.ts';

/** A study of two variants as it is planned, and what is true in it. */
export interface PlannedStudy {
  /** How often the better variant wins when the annotator sees a difference. */
  readonly decisiveRate: number;
  readonly tieRate: number;
  readonly cases: number;
  readonly judgementsPerCase: number;
  /** Correlation of two judgements of one case. */
  readonly correlation: number;
  readonly alpha: number;
}

/**
 * Plays the study once, looking after every case with the boundary that decides the verdict: the number
 * of completed cases when the better variant is found, or null when the cases run out first (or the other
 * one is called better).
 */
export function simulateStudy(plan: PlannedStudy, random: Random): number | null {
  const values = new Float64Array(plan.cases);
  for (let at = 0; at < values.length; at += 1) values[at] = caseValue(plan, random);
  const { settlement } = plannedMean(
    { values, planned: plan.cases, extended: null },
    { alpha: plan.alpha, kind: 'rate', ends: [0, 1], reference: 0.5, equivalence: 0 },
  );
  return settlement?.word === 'better' ? settlement.cases : null;
}

/** Each judgement repeats the case's common one with probability √ρ: two of them correlate by ρ. */
function caseValue(plan: PlannedStudy, random: Random): number {
  const share = Math.sqrt(plan.correlation);
  const common = pointsOf(plan, random);
  let sum = 0;
  for (let k = 0; k < plan.judgementsPerCase; k += 1) {
    sum += random.uniform() < share ? common : pointsOf(plan, random);
  }
  return sum / plan.judgementsPerCase;
}

function pointsOf({ tieRate, decisiveRate }: PlannedStudy, random: Random): number {
  if (random.uniform() < tieRate) return 0.5;
  return random.uniform() < decisiveRate ? 1 : 0;
}
