import { type Estimate, type Interval, type Warning, warningList } from '../intervals/estimate.ts';
import { type PathOptions, PlanPath, type Settlement } from './plan-path.ts';
import { stoppingDecision } from './stopping.ts';

/** One number per completed case, in the order of completion; NaN for a case without a value. */
export interface PlannedCases {
  /** From the planned judgements only; cases beyond the plan are not looked at. */
  readonly values: ArrayLike<number>;
  readonly planned: number;
  /** All cases with all judgements, where the study went on after its plan. */
  readonly extended: ExtendedCases | null;
}

interface ExtendedCases {
  readonly values: ArrayLike<number>;
  /** Their judgements, in units of a case's planned judgements. */
  readonly time: number;
}

export interface PlannedMean extends Estimate {
  readonly standardError: number | null;
  readonly df: number | null;
  readonly settlement: Settlement | null;
  /** Whether the whole interval is, even with one more case like the most extreme one. */
  readonly isInsideZone: boolean;
}

/**
 * Question: what is the mean over cases, after any number of looks? Estimator: the mean with its
 * repeated confidence interval, mean ± t·se with t from the plan's boundary at this look; a share
 * keeps the tie-corrected score interval, which never collapses at 0 or 1. What was settled at an
 * earlier look stays settled while an ordinary interval over all cases supports it; the interval is
 * then the intersection of those of both looks. Assumes independent cases in an order that does not
 * depend on their values. Reference: Jennison & Turnbull 1989. Cost: linear.
 */
export function plannedMean(cases: PlannedCases, options: PathOptions): PlannedMean {
  const { values, planned, extended } = cases;
  const path = new PlanPath(planned, options);
  const count = Math.min(values.length, planned);
  for (let at = 0; at < count; at += 1) {
    path.running.add(values[at] ?? Number.NaN);
    path.look();
  }
  const atEnd = present(path, { options, method: 'plan-boundary' });
  if (extended === null || !(extended.time > planned)) return atEnd;
  const later = followExtension(extended, new PlanPath(planned, options, path.reached), planned);
  const now = present(later, { options, method: 'past-plan', time: extended.time });
  return areAtOdds(now, atEnd.interval)
    ? now
    : { ...now, interval: cutWith(now.interval, atEnd.interval, now.estimate) };
}

/** Whether all cases together contradict the planned end: its verdict or its interval. */
function areAtOdds({ estimate, warnings }: PlannedMean, atEnd: Interval | null): boolean {
  if (warnings.includes('verdict_withdrawn')) return true;
  return estimate !== null && atEnd !== null && (estimate < atEnd.low || estimate > atEnd.high);
}

/** The interval after each of the given numbers of completed cases, for a plot. */
export function traceMean(
  { values, planned }: Pick<PlannedCases, 'values' | 'planned'>,
  options: PathOptions,
  stops: readonly number[],
): readonly PlannedMean[] {
  const traced = new Set(stops);
  const path = new PlanPath(planned, options);
  const found: PlannedMean[] = [];
  for (let at = 0; at < values.length; at += 1) {
    path.running.add(values[at] ?? Number.NaN);
    path.look();
    if (traced.has(at + 1)) found.push(present(path, { options, method: 'plan-boundary' }));
  }
  return found;
}

/**
 * Looks after every case beyond the plan, and at the end where judgements were added to old cases.
 */
function followExtension(
  { values, time }: ExtendedCases,
  path: PlanPath,
  planned: number,
): PlanPath {
  for (let at = 0; at < values.length; at += 1) {
    path.running.add(values[at] ?? Number.NaN);
    const isLater = at >= planned || at === values.length - 1;
    if (isLater) path.look((time * path.running.cases) / values.length);
  }
  return path;
}

interface Presented {
  readonly options: PathOptions;
  readonly method: 'plan-boundary' | 'past-plan';
  readonly time?: number;
}

function present(path: PlanPath, { options, method, time }: Presented): PlannedMean {
  const { n, mean, isConstant, standardError } = path.running;
  const { settlement } = path;
  const base = { method: `${method}.${options.kind}`, n, nClusters: n, settlement };
  if (n === 0) {
    const unknown = { estimate: null, interval: null, standardError: null, df: null };
    return { ...base, ...unknown, isInsideZone: false, warnings: ['no_data'] };
  }
  const isKnown = n > 1 && !isConstant;
  const range = cutWith(path.intervalAt(time), settlement?.interval ?? null, mean);
  const { withinZone } = stoppingDecision(range, options);
  const isSteady = path.isSteady(time);
  const warnings: Warning[] = [];
  if (n > 1 && isConstant) warnings.push('zero_variance');
  if (withinZone && !isSteady && settlement === null) warnings.push('rare_differences');
  if (path.reached !== null && settlement === null) warnings.push('verdict_withdrawn');
  return {
    ...base,
    estimate: mean,
    interval: range,
    standardError: isKnown ? standardError : null,
    df: isKnown ? n - 1 : null,
    isInsideZone: withinZone && isSteady,
    warnings: warningList(warnings),
  };
}

/** The intersection of both intervals, extended to the estimate. */
function cutWith(
  now: Interval | null,
  before: Interval | null,
  estimate: number | null,
): Interval | null {
  if (now === null || before === null || estimate === null) return now ?? before;
  const low = Math.max(now.low, before.low);
  const high = Math.min(now.high, before.high);
  return { ...now, low: Math.min(low, estimate), high: Math.max(high, estimate) };
}
