import { ASSUMPTIONS, type SampleSizePlan } from '../../contract/results/planning.ts';
import { wilsonInterval } from '../../statistics/intervals/proportions.ts';
import { quantile } from '../../statistics/numerics/quantile.ts';
import { createRandom, type Random } from '../../statistics/numerics/random.ts';
import { effectiveVotes } from '../../statistics/planning/effective-votes.ts';
import { enoughCases } from '../../statistics/planning/enough-cases.ts';
import { type PlannedStudy, plannedStudy } from './planned-study.ts';
import { ASSUMED, type PlanningQuestion } from './planning-question.ts';
import { presentEstimate } from './present-estimate.ts';
import { simulateStudy } from './simulate-study.ts';
import { type SimulatedCases, simulateCases } from './simulated-cases.ts';

/**
 * A measured pace changes by a quarter between days; an assumed one may be off by a factor of two.
 */
const PACE_SPREAD = { measured: 1.25, assumed: 2 } as const;

const SEED = 1;

/** With fewer runs, the power could be off by more than 15 points. */
const LEAST_RUNS = 40;
/** With more runs, the assumptions matter more than the error of the simulation. */
const MOST_RUNS = 4000;
/** Looks in one run. */
const MOST_LOOKS = 10_000;
/** Looks in all runs; a look at a comparison takes a fifth of a microsecond. */
const LOOKS = 3e6;

/**
 * How likely a planned study finds the difference, how long it takes, and how many cases suffice.
 */
export function planJudging(question: PlanningQuestion): SampleSizePlan {
  const study = plannedStudy(question);
  const random = createRandom(SEED);
  const simulated = casesToDraw(study, random);
  const stops = simulateRuns(study, simulated, random);
  const judgements = study.cases * judgementsPerCase(study);
  const expected = expectedJudgements(study, stops);
  const pace = paceOf(question);
  const power = question.power ?? ASSUMED.power;
  const target = { ...study.options, power, grain: grainOf(study) };
  const enough = enoughCases(simulated, target, random);
  return {
    power: presentEstimate(
      wilsonInterval({ successes: stops.filter((stop) => stop !== null).length, n: stops.length }),
    ),
    judgements,
    effective_judgements: effectiveVotes(judgements, study.judgementsPerTask, study.correlation),
    expected_judgements: expected,
    needed: { power, cases: enough, judgements: enough * judgementsPerCase(study) },
    hours: hoursFor(expected, pace, question.annotators ?? 1),
    seconds_per_judgement: pace.seconds,
    pace: pace.source,
    measured: question.measured,
    assumptions: assumptionsOf(question),
    runs: stops.length,
    seed: SEED,
  };
}

function judgementsPerCase({ tasks, judgementsPerTask }: PlannedStudy): number {
  return tasks * judgementsPerTask;
}

/**
 * The step between values of a case: a tie is half a point. 0 where values are nearly continuous.
 */
function grainOf({ options, tieRate, judgementsPerTask }: PlannedStudy): number {
  if (options.kind === 'mean') return 0;
  const point = options.kind === 'vote' ? 2 : 1;
  return (point * (tieRate > 0 ? 0.5 : 1)) / judgementsPerTask;
}

/** The pool of cases to draw from, made of at most three million judgements. */
function casesToDraw(study: PlannedStudy, random: Random): SimulatedCases {
  const count = Math.floor(3e6 / judgementsPerCase(study));
  return simulateCases(study, Math.min(50_000, count), random);
}

/** As many runs as fit into about a second; the result states their number. */
function simulateRuns(
  study: PlannedStudy,
  simulated: SimulatedCases,
  random: Random,
): readonly (number | null)[] {
  const size = groupSize(study);
  const grouped = { ...study, cases: Math.ceil(study.cases / size) };
  const values = simulated.map((rival) => meansOfGroups(rival, size));
  const runs = Math.floor(LOOKS / (grouped.cases * simulated.length));
  return Array.from({ length: Math.min(MOST_RUNS, Math.max(LEAST_RUNS, runs)) }, () => {
    const stop = simulateStudy(grouped, values, random);
    return stop === null ? null : Math.min(study.cases, stop * size);
  });
}

/**
 * With very many cases, means are looked at after groups of cases, which changes nothing for normal
 * means; the interval of a rate takes its spread from the rate, and needs every case.
 */
function groupSize({ cases, options }: PlannedStudy): number {
  return options.kind === 'rate' ? 1 : Math.max(1, Math.floor(cases / MOST_LOOKS));
}

function meansOfGroups(values: Float64Array, size: number): Float64Array {
  if (size === 1) return values;
  const known = values.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return values.map((value) => mean + (value - mean) / Math.sqrt(size));
}

/** Runs that never settle use all cases. */
function expectedJudgements(
  study: PlannedStudy,
  stops: readonly (number | null)[],
): SampleSizePlan['expected_judgements'] {
  const used = Float64Array.from(
    stops,
    (stop) => (stop ?? study.cases) * judgementsPerCase(study),
  ).sort();
  return {
    median: Math.round(quantile(used, 0.5)),
    low: Math.round(quantile(used, 0.1)),
    high: Math.round(quantile(used, 0.9)),
  };
}

interface Pace {
  readonly seconds: number;
  readonly low: number;
  readonly high: number;
  readonly source: 'measured' | 'assumed';
}

/** A measured pace is as certain as its interval, but never more certain than `PACE_SPREAD`. */
function paceOf({ seconds_per_judgement: sent, measured }: PlanningQuestion): Pace {
  const source = sent === undefined ? 'assumed' : 'measured';
  const seconds = sent ?? ASSUMED.secondsPerJudgement;
  const { estimate, interval } = measured?.seconds_per_judgement ?? NOT_MEASURED;
  const range = estimate === sent ? interval : null;
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
  const isScoring = question.kind === 'scoring';
  const isAssumed = {
    cases_in_random_order: true,
    other_variants_equal: (question.variants ?? 2) > 2,
    tie_rate_assumed: !isScoring && question.tie_rate === undefined,
    score_sd_assumed: isScoring && question.score_sd === undefined,
    correlation_assumed:
      question.correlation === undefined && (question.judgements_per_case ?? 1) > 1,
    pace_assumed: question.seconds_per_judgement === undefined,
    these_annotators_only: (question.annotators ?? 1) < 5,
  } satisfies Record<SampleSizePlan['assumptions'][number], boolean>;
  return ASSUMPTIONS.filter((assumption) => isAssumed[assumption]);
}
