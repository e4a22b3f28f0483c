import type { MoreNeeded } from '../../contract/results/results.ts';
import { createRandom } from '../../statistics/numerics/random.ts';
import { lookCritical } from '../../statistics/sequences/plan-boundary.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import type { StudyLook } from './study-look.ts';

/** No evaluation has more. */
const MOST_CASES = 100_000;
/** Steps of 5 % are finer than the projection is accurate. */
const STEP = 1.05;
/** Simulated futures. */
const DRAWS = 1000;
const SEED = 1;

const CHANCES = { low: 0.25, likely: 0.5, high: 0.85 } as const;

/**
 * How many more judgements would probably settle the verdict: until every interval excludes "no
 * difference" or fits into the zone, given the estimates and how far further cases can move them.
 * Null while this cannot be projected.
 */
export function moreNeeded(
  contrasts: readonly PlannedContrast[],
  { planned, time }: StudyLook,
  judgementsPerCase: number,
): MoreNeeded | null {
  const known = contrasts.every(({ found }) => found.standardError !== null);
  if (contrasts.length === 0 || !known) return null;
  const chances = followChances(contrasts, { planned, time });
  const judgements = (cases: number): number => Math.ceil((cases - time) * judgementsPerCase);
  if (chances.low === null || chances.likely === null) return null;
  return {
    judgements: judgements(chances.likely),
    cases: Math.ceil(chances.likely - time),
    low: judgements(chances.low),
    high: chances.high === null ? null : judgements(chances.high),
    within_plan: chances.high !== null && chances.high <= planned,
  };
}

type Reached = Record<keyof typeof CHANCES, number | null>;

/** The number of cases at which the chance of being settled reaches each mark. */
function followChances(
  contrasts: readonly PlannedContrast[],
  { planned, time }: Pick<StudyLook, 'planned' | 'time'>,
): Reached {
  const reached: Reached = { low: null, likely: null, high: null };
  const noise = drawNoise(contrasts.length + 1);
  let best = 0;
  for (let cases = time + 1; cases <= MOST_CASES; cases = nextStop(cases, planned)) {
    best = Math.max(best, chanceAt(contrasts, noise, { time, cases, planned }));
    for (const mark of ['low', 'likely', 'high'] as const) {
      if (best >= CHANCES[mark]) reached[mark] ??= cases;
    }
    if (reached.high !== null) break;
  }
  return reached;
}

/** The end of the plan is one of the stops. */
function nextStop(cases: number, planned: number): number {
  const next = Math.max(cases + 1, Math.floor(cases * STEP));
  return cases < planned && next > planned ? planned : next;
}

interface Ahead {
  /** In units of a case's planned judgements. */
  readonly time: number;
  readonly cases: number;
  readonly planned: number;
}

/**
 * The chance that the verdict is settled at `cases`: the best variant is better than every other
 * one, or all of them are inside the zone. Which one is best may change until then.
 */
function chanceAt(
  contrasts: readonly PlannedContrast[],
  noise: readonly Float64Array[],
  ahead: Ahead,
): number {
  const futures = contrasts.map((contrast) => futureOf(contrast, ahead));
  const margin = Math.max(...futures.map((future) => future.margin));
  const room = Math.min(...futures.map((future) => future.room));
  const spread = Math.max(...futures.map(({ sd }) => sd)) * Math.SQRT1_2;
  // The order of the list must not decide which noise a variant gets.
  const means = [0, ...futures.map(({ mean }) => -mean).sort((a, b) => b - a)];
  let settled = 0;
  for (const draw of noise) {
    let best = Number.NEGATIVE_INFINITY;
    let second = best;
    let last = Number.POSITIVE_INFINITY;
    for (let i = 0; i < means.length; i += 1) {
      const level = (means[i] ?? 0) + spread * (draw[i] ?? 0);
      second = Math.max(second, Math.min(best, level));
      best = Math.max(best, level);
      last = Math.min(last, level);
    }
    if (best - second > margin || best - last < room) settled += 1;
  }
  return settled / noise.length;
}

/** The noise of each variant in each draw, the same for every number of cases. */
function drawNoise(variants: number): readonly Float64Array[] {
  const random = createRandom(SEED);
  return Array.from({ length: DRAWS }, () =>
    Float64Array.from({ length: variants }, () => random.normal()),
  );
}

/**
 * An estimate minus "no difference" at a later look: it must exceed `margin` or stay within `room`.
 */
interface Future {
  readonly mean: number;
  readonly sd: number;
  readonly margin: number;
  readonly room: number;
}

/**
 * The estimate is shrunk towards no difference (a normal prior with a standard deviation of twice
 * the zone); further cases move it towards the true difference.
 */
function futureOf({ found, options }: PlannedContrast, { time, cases, planned }: Ahead): Future {
  const { reference, equivalence: zone, alpha } = options;
  const variance = (found.standardError ?? 0) ** 2;
  const kept = zone > 0 ? (2 * zone) ** 2 / ((2 * zone) ** 2 + variance) : 1;
  const fresh = (cases - time) / cases;
  const seen = (found.estimate ?? 0) - reference;
  const critical = lookCritical({ cases, planned, time: cases }, alpha);
  const margin = critical * Math.sqrt((variance * time) / cases);
  return {
    mean: seen * (1 - fresh + fresh * kept),
    sd: fresh * Math.sqrt(variance * (kept + time / (cases - time))),
    margin,
    room: zone - margin,
  };
}
