import type { MoreNeeded } from '../../contract/results/results.ts';
import { normalQuantileUpper, normalUpper } from '../../statistics/numerics/distributions.ts';
import { lookCritical } from '../../statistics/sequences/plan-boundary.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import type { StudyLook } from './study-look.ts';

/** An evaluation that needs more than twenty times its plan is better planned again. */
const MOST_PLANS = 20;
/** Steps of a twentieth are finer than anything that is known about it. */
const STEP = 1.05;
/** Of the common part of the comparisons. */
const NODES = 16;

const CHANCES = { low: 0.25, likely: 0.5, high: 0.85 } as const;

/**
 * How much more judging would probably settle it: until every interval leaves "no difference" behind or
 * fits into the zone, given where the estimates are and how far further cases can move them. Null when
 * nothing can be said yet.
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

/** The numbers of cases at which the chance to be settled by then reaches each mark. */
function followChances(
  contrasts: readonly PlannedContrast[],
  { planned, time }: Pick<StudyLook, 'planned' | 'time'>,
): Reached {
  const reached: Reached = { low: null, likely: null, high: null };
  let best = 0;
  const most = MOST_PLANS * Math.max(planned, time);
  for (let cases = time + 1; cases <= most; cases = nextStop(cases, planned)) {
    best = Math.max(best, chanceAt(contrasts, { time, cases, planned }));
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
  /** In judgements that the plan wanted of a case. */
  readonly time: number;
  readonly cases: number;
  readonly planned: number;
}

/**
 * That the verdict is settled with so many cases: every comparison better, or every one inside the zone,
 * or the only one worse. Comparisons share the leader, so that half of what moves one moves all of them:
 * averaged over that common part.
 */
function chanceAt(contrasts: readonly PlannedContrast[], ahead: Ahead): number {
  const futures = contrasts.map((contrast) => futureOf(contrast, ahead));
  const [first] = futures;
  if (first === undefined) return 0;
  if (futures.length === 1) return spansOf(first, 0, 1).settled;
  let sum = 0;
  for (let node = 0; node < NODES; node += 1) {
    const common = Math.SQRT1_2 * normalQuantileUpper((node + 0.5) / NODES);
    const spans = futures.map((future) => spansOf(future, common, Math.SQRT1_2));
    const all = (part: 'better' | 'inside' | 'both'): number =>
      spans.reduce((product, span) => product * span[part], 1);
    sum += all('better') + all('inside') - all('both');
  }
  return sum / NODES;
}

/** Where an estimate minus "no difference" will be, and what it must leave behind or stay within. */
interface Future {
  readonly mean: number;
  readonly sd: number;
  readonly margin: number;
  readonly room: number;
}

/**
 * What was seen is drawn towards no difference as far as differences beyond twice the zone are unlikely;
 * further cases move the estimate towards what is true.
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

interface Spans {
  readonly better: number;
  readonly inside: number;
  /** Better, and inside of the zone. */
  readonly both: number;
  readonly settled: number;
}

/** With `common` standard deviations given, and a `rest` of one that varies. */
function spansOf({ mean, sd, margin, room }: Future, common: number, rest: number): Spans {
  const isAbove = (bound: number): number => normalUpper((bound - mean - common * sd) / (rest * sd));
  const better = isAbove(margin);
  const inside = room > 0 ? isAbove(-room) - isAbove(room) : 0;
  const both = room > margin ? isAbove(margin) - isAbove(room) : 0;
  const settled = room > margin ? 1 : better + 1 - isAbove(-margin) + inside;
  return { better, inside, both, settled };
}
