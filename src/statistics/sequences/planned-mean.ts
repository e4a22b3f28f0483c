import { type Estimate, type Interval, interval, type Warning } from '../intervals/estimate.ts';
import { normalUpper, tQuantileUpper } from '../numerics/distributions.ts';
import { tieCorrectedInterval } from '../pairwise/win-rate.ts';
import { LEAST_CASES, type Look, lookCritical, planBoundary } from './plan-boundary.ts';
import { type NoDifference, stoppingDecision } from './stopping.ts';

/** One number per completed case, in the order of completion; NaN for a case that says nothing. */
export interface PlannedCases {
  /** Of the judgements that the plan asked for; at most as many cases as planned are looked at. */
  readonly values: ArrayLike<number>;
  readonly planned: number;
  /** All cases with all judgements, where the study went on after its plan. */
  readonly extended: ExtendedCases | null;
}

export interface ExtendedCases {
  readonly values: ArrayLike<number>;
  /** Judgements in them, in judgements that the plan wanted of a case. */
  readonly time: number;
}

export interface PlannedOptions extends NoDifference {
  /** Of this estimate; with several at once each gets a part of the error. */
  readonly alpha: number;
  /** Shares between 0 and 1, or numbers of any size. */
  readonly kind: 'rate' | 'mean';
  /** Ends of the scale; the interval does not leave them. */
  readonly ends: readonly [low: number, high: number] | null;
}

/** When it was first settled, and with which interval. */
export interface Settlement {
  readonly word: 'better' | 'worse' | 'equivalent';
  readonly cases: number;
  readonly interval: Interval;
}

export interface PlannedMean extends Estimate {
  readonly standardError: number | null;
  readonly df: number | null;
  readonly settlement: Settlement | null;
}

/**
 * Question: what is the mean over cases, however often we look? Estimator: the mean with its repeated
 * confidence interval, mean ± t·se with t from the plan's boundary at this look; a share keeps the
 * tie-corrected score interval, which never collapses at 0 or 1. What was settled at an earlier look
 * stays settled: the interval is the one of now cut with the one of then. Assumes independent cases in an
 * order that has nothing to do with their values. Reference: Jennison & Turnbull 1989. Cost: linear.
 */
export function plannedMean(cases: PlannedCases, options: PlannedOptions): PlannedMean {
  const followed = followPlan(cases, options);
  const { extended, planned } = cases;
  if (extended === null || !(extended.time > planned)) {
    return present(followed.sums, { ...followed, options, method: 'plan-boundary' });
  }
  const sums = sumOf(extended.values);
  const look = { cases: sums.cases, planned, time: extended.time };
  const critical = usableCritical(sums, look, lookCritical(look, options.alpha));
  const settlement = followed.settlement ?? settledAt(sums, critical, options);
  const atEnd = present(followed.sums, { ...followed, options, method: 'plan-boundary' });
  const now = present(sums, { settlement, look, options, method: 'past-plan' });
  return { ...now, interval: cutWith(now.interval, atEnd.interval, now.estimate) };
}

/** The interval after each of the given numbers of completed cases, for a plot. */
export function traceMean(
  { values, planned }: Pick<PlannedCases, 'values' | 'planned'>,
  options: PlannedOptions,
  stops: readonly number[],
): readonly PlannedMean[] {
  const wanted = new Set(stops);
  const found: PlannedMean[] = [];
  let settlement: Settlement | null = null;
  const sums = new Sums();
  const boundary = planBoundary(planned, options.alpha);
  for (let at = 0; at < values.length; at += 1) {
    sums.add(values[at] ?? Number.NaN);
    const look = { cases: sums.cases, planned, time: sums.cases };
    settlement ??= settledAt(sums, usableCritical(sums, look, boundary(look)), options);
    if (wanted.has(at + 1)) {
      found.push(present(sums, { settlement, look, options, method: 'plan-boundary' }));
    }
  }
  return found;
}

interface Followed {
  readonly sums: Sums;
  readonly look: Look;
  readonly settlement: Settlement | null;
}

/** Looks after every case of the plan. */
function followPlan({ values, planned }: PlannedCases, options: PlannedOptions): Followed {
  const sums = new Sums();
  let settlement: Settlement | null = null;
  const boundary = planBoundary(planned, options.alpha);
  const count = Math.min(values.length, planned);
  for (let at = 0; at < count; at += 1) {
    sums.add(values[at] ?? Number.NaN);
    const look = { cases: sums.cases, planned, time: sums.cases };
    settlement ??= settledAt(sums, usableCritical(sums, look, boundary(look)), options);
  }
  return { sums, look: { cases: sums.cases, planned, time: sums.cases }, settlement };
}

/** Running mean and squares (Welford), so that a look costs the same after every case. */
class Sums {
  cases = 0;
  n = 0;
  mean = 0;
  squares = 0;
  /** Of 4x(1 − x): 1 for a tie, 0 for a win or a loss. */
  ties = 0;

  add(value: number): void {
    this.cases += 1;
    if (Number.isNaN(value)) return;
    this.n += 1;
    const gap = value - this.mean;
    this.mean += gap / this.n;
    this.squares += gap * (value - this.mean);
    this.ties += 4 * value * (1 - value);
  }

  /** Rounding leaves a residue where all values are equal. */
  get isConstant(): boolean {
    return !(this.squares > 1e-18 * this.n * (1 + this.mean * this.mean));
  }

  get standardError(): number {
    return this.isConstant ? 0 : Math.sqrt(this.squares / (this.n - 1) / this.n);
  }
}

function sumOf(values: ArrayLike<number>): Sums {
  const sums = new Sums();
  for (let at = 0; at < values.length; at += 1) sums.add(values[at] ?? Number.NaN);
  return sums;
}

function settledAt(
  sums: Sums,
  critical: number | null,
  options: PlannedOptions,
): Settlement | null {
  // The normal value is smaller than that of Student's t, and a hundred times as fast to have.
  if (critical === null || !decides(intervalWith(sums, critical, options), options)) return null;
  const range = intervalAt(sums, critical, options);
  const { reason } = stoppingDecision(range, options);
  return range === null || reason === 'continue'
    ? null
    : { word: reason, cases: sums.cases, interval: range };
}

function decides(range: Interval | null, options: PlannedOptions): boolean {
  return stoppingDecision(range, options).reason !== 'continue';
}

/** Null before a look may say anything. */
function usableCritical(sums: Sums, look: Look, critical: number): number | null {
  if (sums.n < Math.min(LEAST_CASES, Math.max(2, look.planned))) return null;
  return Number.isFinite(critical) ? critical : null;
}

/** A score interval takes the spread from the share itself; that of a mean is estimated. */
function intervalAt(sums: Sums, critical: number, options: PlannedOptions): Interval | null {
  const isEstimated = options.kind === 'mean' && !sums.isConstant;
  const quantile = isEstimated ? tQuantileUpper(normalUpper(critical), sums.n - 1) : critical;
  return intervalWith(sums, quantile, options);
}

function intervalWith(sums: Sums, critical: number, options: PlannedOptions): Interval | null {
  const { alpha, kind, ends } = options;
  if (!Number.isFinite(critical)) return null;
  const { n, mean } = sums;
  if (kind === 'rate') {
    const size = sums.isConstant ? n : n - 1;
    const terms = { theta: clamp(mean, [0, 1]), n: size, tieShare: sums.ties / n, critical };
    return tieCorrectedInterval(terms, 1 - alpha);
  }
  if (sums.isConstant) return constantInterval(sums, critical, options);
  const half = critical * sums.standardError;
  return interval(clamp(mean - half, ends), clamp(mean + half, ends), 1 - alpha);
}

/**
 * Where all cases say the same, their spread is unknown, and not zero: a share of 1 − tail^(1/n) of
 * cases may say anything else that the scale allows.
 */
function constantInterval(
  { mean, n }: Sums,
  critical: number,
  { alpha, ends }: PlannedOptions,
): Interval | null {
  if (ends === null) return null;
  const share = 1 - normalUpper(critical) ** (1 / n);
  const low = mean - share * (mean - ends[0]);
  return interval(low, mean + share * (ends[1] - mean), 1 - alpha);
}

function clamp(value: number, ends: PlannedOptions['ends']): number {
  return ends === null ? value : Math.min(ends[1], Math.max(ends[0], value));
}

interface Presented {
  readonly settlement: Settlement | null;
  readonly look: Look;
  readonly options: PlannedOptions;
  readonly method: 'plan-boundary' | 'past-plan';
}

function present(sums: Sums, { settlement, look, options, method }: Presented): PlannedMean {
  const { n } = sums;
  const base = { method: `${method}.${options.kind}`, n, nClusters: n, settlement };
  if (n === 0) {
    const warnings: readonly Warning[] = ['no_data'];
    return { ...base, estimate: null, interval: null, standardError: null, df: null, warnings };
  }
  const critical = usableCritical(sums, look, lookCritical(look, options.alpha));
  const now = critical === null ? null : intervalAt(sums, critical, options);
  const known = n > 1 && !sums.isConstant;
  return {
    ...base,
    estimate: sums.mean,
    interval: cutWith(now, settlement?.interval ?? null, sums.mean),
    standardError: known ? sums.standardError : null,
    df: known ? n - 1 : null,
    warnings: n > 1 && sums.isConstant ? ['zero_variance'] : [],
  };
}

/** What both intervals allow, and the estimate in any case. */
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
