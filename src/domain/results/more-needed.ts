import type { MoreNeeded } from '../../contract/results/results.ts';
import { normalQuantileUpper, normalUpper } from '../../statistics/numerics/distributions.ts';
import { lookCritical } from '../../statistics/sequences/plan-boundary.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import type { StudyLook } from './study-look.ts';

/** Beyond this no lead would wait. */
const MOST_CASES = 1e6;
/** Steps of a fortieth are finer than anything that is known about it. */
const STEP = 1.025;
/** Effects that are equally likely, given what was seen. */
const EFFECTS = 40;

const CHANCES = { low: 0.25, likely: 0.5, high: 0.8 } as const;

/**
 * How much more judging would probably settle it: until every interval leaves "no difference" behind or
 * fits into the zone, averaged over the effects that are as likely as the present one. Null when nothing
 * can be said yet.
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
  for (let cases = time + 1; cases <= MOST_CASES; cases = nextStop(cases, planned)) {
    best = Math.max(best, chanceAt(contrasts, cases, planned));
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

function chanceAt(contrasts: readonly PlannedContrast[], cases: number, planned: number): number {
  let sum = 0;
  for (let e = 0; e < EFFECTS; e += 1) {
    const doubt = normalQuantileUpper((e + 0.5) / EFFECTS);
    const chances = contrasts.map((contrast) => chanceOf(contrast, { doubt, cases, planned }));
    sum += Math.min(...chances);
  }
  return sum / EFFECTS;
}

interface Supposed {
  /** How far the effect is from the estimate, in its standard errors. */
  readonly doubt: number;
  readonly cases: number;
  readonly planned: number;
}

/** That an effect of this size is settled with so many cases, either way. */
function chanceOf(
  { found, options }: PlannedContrast,
  { doubt, cases, planned }: Supposed,
): number {
  const { estimate, standardError, n } = found;
  const spread = (standardError ?? 0) * Math.sqrt(n);
  const gap = Math.abs((estimate ?? 0) + doubt * (standardError ?? 0) - options.reference);
  const critical = lookCritical({ cases, planned, time: cases }, options.alpha);
  const error = spread / Math.sqrt(cases);
  const within = (room: number): number => 1 - normalUpper(room / error - critical);
  const isApart = within(gap);
  const isInside = options.equivalence > 0 ? within(options.equivalence - gap) : 0;
  return Math.max(isApart, isInside);
}
