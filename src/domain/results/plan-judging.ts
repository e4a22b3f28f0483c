import type { SampleSizePlan } from '../../contract/results/planning.ts';
import { wilsonInterval } from '../../statistics/intervals/proportions.ts';
import { quantile } from '../../statistics/numerics/quantile.ts';
import { createRandom } from '../../statistics/numerics/random.ts';
import {
  effectiveVotes,
  signTestPower,
  signTestSampleSize,
} from '../../statistics/planning/power.ts';
import { ASSUMED, type PlanningQuestion } from './planning-question.ts';
import { presentEstimate } from './present-estimate.ts';
import { type PlannedStudy, simulateStudy } from './simulate-study.ts';

/** A measured pace changes by a quarter between days; an assumed one may be off by a factor of two. */
const PACE_SPREAD = { measured: 1.25, assumed: 2 } as const;

const SEED = 1;

/** Fewer would tell the power to within more than 15 points. */
const LEAST_RUNS = 40;

/** How likely a planned study settles the question, how long it takes, and what would be enough. */
export function planJudging(question: PlanningQuestion): SampleSizePlan {
  const study = plannedStudy(question);
  const power = question.power ?? ASSUMED.power;
  const fixed = fixedPower(study);
  const stops = simulate(study);
  const settled = stops.filter((cases) => cases !== null);
  const judgements = study.cases * study.judgementsPerCase;
  const expected = expectedJudgements(study, stops);
  const pace = paceOf(question);
  return {
    power: fixed,
    always_valid_power: presentEstimate(
      wilsonInterval({ successes: settled.length, n: stops.length }),
    ),
    judgements,
    effective_judgements: independentJudgements(study, judgements),
    expected_judgements: expected,
    needed: neededFor(study, power),
    hours: hoursFor(expected, pace, question.annotators ?? 1),
    seconds_per_judgement: pace.seconds,
    pace: pace.source,
    measured: question.measured,
    assumptions: assumptionsOf(question),
    runs: stops.length,
    seed: SEED,
  };
}

function plannedStudy(question: PlanningQuestion): PlannedStudy {
  const tieRate = question.tie_rate ?? ASSUMED.tieRate;
  return {
    tieRate,
    decisiveRate: 0.5 + question.difference / (1 - tieRate),
    cases: question.cases,
    judgementsPerCase: question.judgements_per_case ?? 1,
    correlation: question.correlation ?? ASSUMED.correlation,
    alpha: 1 - (question.level ?? ASSUMED.level),
  };
}

/** Of the exact sign test on the decisive ones among the independent judgements, looked at once. */
function fixedPower(study: PlannedStudy): number {
  const judgements = study.cases * study.judgementsPerCase;
  const decisive = Math.floor(independentJudgements(study, judgements) * (1 - study.tieRate));
  return signTestPower(study.decisiveRate, decisive, { alpha: study.alpha }).power ?? 0;
}

function independentJudgements(study: PlannedStudy, judgements: number): number {
  return effectiveVotes(judgements, study.judgementsPerCase, study.correlation) ?? judgements;
}

/** As many runs as a second or so allows; how many they were goes with the result. */
function simulate(study: PlannedStudy): readonly (number | null)[] {
  const { cases, judgementsPerCase } = study;
  // Looking at a case takes about as long as four of its judgements.
  const work = cases * (1 + judgementsPerCase / 4);
  const runs = Math.min(500, Math.max(LEAST_RUNS, Math.floor(2e6 / work)));
  const random = createRandom(SEED);
  return Array.from({ length: runs }, () => simulateStudy(study, random));
}

/** Runs that never settle use all cases. */
function expectedJudgements(
  { cases, judgementsPerCase }: PlannedStudy,
  stops: readonly (number | null)[],
): SampleSizePlan['expected_judgements'] {
  const used = Float64Array.from(stops, (stop) => (stop ?? cases) * judgementsPerCase).sort();
  return {
    median: Math.round(quantile(used, 0.5)),
    low: Math.round(quantile(used, 0.1)),
    high: Math.round(quantile(used, 0.9)),
  };
}

function neededFor(study: PlannedStudy, power: number): SampleSizePlan['needed'] {
  const { decisiveRate, tieRate, judgementsPerCase, correlation, alpha } = study;
  const { sampleSize } = signTestSampleSize(decisiveRate, power, { alpha, tieShare: tieRate });
  if (sampleSize === null) return null;
  const cases = Math.ceil(
    (sampleSize * (1 + (judgementsPerCase - 1) * correlation)) / judgementsPerCase,
  );
  return { power, cases, judgements: cases * judgementsPerCase };
}

interface Pace {
  readonly seconds: number;
  readonly low: number;
  readonly high: number;
  readonly source: 'measured' | 'assumed';
}

/** A pace measured here is as certain as its interval says, but never more than one day is. */
function paceOf({ seconds_per_judgement: told, measured }: PlanningQuestion): Pace {
  const source = told === undefined ? 'assumed' : 'measured';
  const seconds = told ?? ASSUMED.secondsPerJudgement;
  const { estimate, interval } = measured?.seconds_per_judgement ?? NOT_MEASURED;
  const range = estimate === told ? interval : null;
  return {
    seconds,
    low: Math.min(range?.low ?? seconds, seconds / PACE_SPREAD[source]),
    high: Math.max(range?.high ?? seconds, seconds * PACE_SPREAD[source]),
    source,
  };
}

const NOT_MEASURED = { estimate: null, interval: null };

function hoursFor(
  judgements: SampleSizePlan['expected_judgements'],
  pace: Pace,
  annotators: number,
): SampleSizePlan['hours'] {
  const hours = (count: number, seconds: number, people: number): number =>
    Math.round(((count * seconds) / 3600 / people) * 100) / 100;
  const range = (people: number) => ({
    median: hours(judgements.median, pace.seconds, people),
    low: hours(judgements.low, pace.low, people),
    high: hours(judgements.high, pace.high, people),
  });
  return { total: range(1), per_annotator: range(annotators) };
}

function assumptionsOf(question: PlanningQuestion): SampleSizePlan['assumptions'] {
  return [
    'cases_in_random_order',
    ...(question.tie_rate === undefined ? (['tie_rate_assumed'] as const) : []),
    ...(question.correlation === undefined && (question.judgements_per_case ?? 1) > 1
      ? (['correlation_assumed'] as const)
      : []),
    ...(question.seconds_per_judgement === undefined ? (['pace_assumed'] as const) : []),
    ...((question.annotators ?? 1) < 5 ? (['these_annotators_only'] as const) : []),
  ];
}
