import type { Random } from '../../statistics/numerics/random.ts';
import { startBettingCapital } from '../../statistics/sequences/always-valid.ts';
import { followBetaMixture } from '../../statistics/sequences/mixture-sequences.ts';

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
 * Plays the study once, looking after every case with the same sequence that decides the verdict: the
 * number of completed cases when the better variant is found, or null when the cases run out first (or
 * the other one is called better).
 */
export function simulateStudy(plan: PlannedStudy, random: Random): number | null {
  const isSettled = plan.judgementsPerCase === 1 ? decidedCases(plan) : meanPoints(plan);
  let points = 0;
  for (let position = 1; position <= plan.cases; position += 1) {
    const value = caseValue(plan, random);
    points += value;
    if (isSettled(value)) return points > position / 2 ? position : null;
  }
  return null;
}

function decidedCases({ alpha }: PlannedStudy): (value: number) => boolean {
  const limit = -Math.log(alpha);
  const evidenceAfter = followBetaMixture(0.5);
  return (value) => value !== 0.5 && evidenceAfter(value > 0.5 ? 'success' : 'failure') >= limit;
}

function meanPoints({ alpha }: PlannedStudy): (value: number) => boolean {
  // Whether ½ is excluded is all that is asked, so the grid is as small as it can be.
  const sequence = startBettingCapital({ alpha, grid: 3 });
  const limit = -Math.log(alpha);
  return (value) => {
    sequence.feed(value);
    return sequence.logPeakCapital() >= limit;
  };
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
