import type { SampleSizeQuestion } from '../../../src/contract/results/planning.ts';
import { planJudging } from '../../../src/domain/results/plan-judging.ts';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import {
  logistic,
  meanLogistic,
  meanOverNormal,
  type Rate,
  rateOf,
  shareOf,
} from './simulation.ts';
import { contrastsIn, type StudyDesign, simulateScores, simulateVotes } from './whole-studies.ts';

export interface PlannerSetting {
  readonly name: string;
  readonly kind: 'comparison' | 'scoring';
  readonly design: StudyDesign;
}

const VOTES = { kind: 'comparison' } as const;
const SCORES = { kind: 'scoring' } as const;

/** Each has a chance between a half and nine tenths, where a wrong planner would show. */
export const PLANNER_SETTINGS: readonly PlannerSetting[] = [
  { name: 'votes of 2', ...VOTES, design: { variants: 2, cases: 150, lead: 0.5 } },
  {
    name: 'votes of 2, three of each',
    ...VOTES,
    design: { variants: 2, cases: 80, lead: 0.6, judgementsPerTask: 3, caseSd: 1 },
  },
  {
    name: 'votes of 2, many ties',
    ...VOTES,
    design: { variants: 2, cases: 200, lead: 0.6, tieShare: 0.6 },
  },
  { name: 'votes of 3', ...VOTES, design: { variants: 3, cases: 120, lead: 0.6 } },
  {
    name: 'votes of 5, three of each',
    ...VOTES,
    design: { variants: 5, cases: 60, lead: 0.6, judgementsPerTask: 3 },
  },
  {
    name: 'scores of 2 from 0 to 100',
    ...SCORES,
    design: { variants: 2, cases: 100, lead: 4, scale: [0, 100], scoreSd: 8, caseSd: 5 },
  },
  {
    name: 'scores of 2 from 1 to 5, three of each',
    ...SCORES,
    design: { variants: 2, cases: 50, lead: 0.4, judgementsPerTask: 3 },
  },
  { name: 'scores of 4 from 1 to 5', ...SCORES, design: { variants: 4, cases: 100, lead: 0.6 } },
];

/** The chance that the planner gives, and how often whole studies find the difference. */
export function plannerAgainstStudies(
  { kind, design }: PlannerSetting,
  repeats: number,
  seed: number,
): { readonly planned: Rate; readonly measured: Rate } {
  const truth = truthOf(kind, design);
  const { power } = planJudging({
    ...truth,
    kind,
    variants: design.variants,
    cases: design.cases,
    judgements_per_case: design.judgementsPerTask ?? 1,
    measured: null,
  });
  const simulate = kind === 'scoring' ? simulateScores : simulateVotes;
  const measured = shareOf(repeats, seed, (random) => {
    const ofLeader = contrastsIn(simulate(design, random)).filter(
      ({ variant }) => variant === design.variants - 1,
    );
    return ofLeader.every(({ found }) => found.settlement?.word === 'better');
  });
  return { planned: rateOf(power.estimate ?? 0, power.n), measured };
}

/** The inputs with which the planner plans for such studies. */
function truthOf(
  kind: PlannerSetting['kind'],
  design: StudyDesign,
): Omit<SampleSizeQuestion, 'kind'> {
  return kind === 'scoring' ? scoreTruth(design) : voteTruth(design);
}

/** By integrals over the effect of the case, of which ties are independent. */
function voteTruth({ lead = 0, caseSd = 0.5, tieShare = 0.2 }: StudyDesign) {
  const sd = Math.SQRT2 * caseSd;
  const decisive = meanLogistic(lead, sd);
  const difference = (1 - tieShare) * (decisive - 0.5);
  const caseVariance = meanOverNormal((z) => (logistic(lead + sd * z) - decisive) ** 2);
  const variance = (1 - tieShare) * decisive + tieShare / 4 - (0.5 + difference) ** 2;
  const correlation = ((1 - tieShare) ** 2 * caseVariance) / variance;
  return { difference, correlation, tie_rate: tieShare };
}

/** Measured in a study of two variants with many cases, as scores are rounded and cut off. */
function scoreTruth(design: StudyDesign) {
  const large = { ...design, variants: 2, cases: 200_000, judgementsPerTask: 2 };
  const { value } = simulateScores(large, createRandom(7)).scores;
  const gap = (at: number): number => (value[at + 1] ?? 0) - (value[at] ?? 0);
  const first = Float64Array.from({ length: large.cases }, (_, c) => gap(4 * c));
  const second = first.map((_, c) => gap(4 * c + 2));
  const difference = (meanOf(first) + meanOf(second)) / 2;
  const variance = meanOf(first.map((value) => (value - difference) ** 2));
  const shared = meanOf(
    first.map((one, c) => (one - difference) * ((second[c] ?? 0) - difference)),
  );
  const [score_min, score_max] = design.scale ?? [1, 5];
  const correlation = Math.max(0, shared / variance);
  return { difference, score_sd: Math.sqrt(variance), correlation, score_min, score_max };
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
