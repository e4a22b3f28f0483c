import { type Interval, interval } from '../intervals/estimate.ts';
import { normalQuantileUpper, normalUpper, tQuantileUpper } from '../numerics/distributions.ts';
import { tieCorrectedInterval } from '../pairwise/win-rate.ts';
import { LEAST_CASES, planBoundary } from './plan-boundary.ts';
import { RunningMean } from './running-mean.ts';
import { type NoDifference, stoppingDecision } from './stopping.ts';

export interface PathOptions extends NoDifference {
  /** The error of this estimate; several comparisons share the error. */
  readonly alpha: number;
  /**
   * Shares between 0 and 1, differences that are mostly single votes (−1, 0 or 1), or numbers of
   * any size.
   */
  readonly kind: 'rate' | 'vote' | 'mean';
  /** Ends of the scale; the interval does not leave them. */
  readonly ends: readonly [low: number, high: number] | null;
}

/** When a comparison was first settled, and with which interval. */
export interface Settlement {
  readonly word: 'better' | 'worse' | 'equivalent';
  readonly cases: number;
  readonly interval: Interval;
}

/** Follows a study from case to case, with a look after any of them. */
export class PlanPath {
  readonly running = new RunningMean();
  readonly #planned: number;
  readonly #options: PathOptions;
  readonly #boundary: ReturnType<typeof planBoundary>;
  #settlement: Settlement | null;

  constructor(planned: number, options: PathOptions, settlement: Settlement | null = null) {
    this.#planned = planned;
    this.#options = options;
    this.#boundary = planBoundary(planned, options.alpha);
    this.#settlement = settlement;
  }

  /** What a look has settled, even if all cases together no longer support it. */
  get reached(): Settlement | null {
    return this.#settlement;
  }

  /** What was settled, unless an ordinary interval over all cases so far no longer supports it. */
  get settlement(): Settlement | null {
    const settled = this.reached;
    if (settled === null) return null;
    const range = this.#intervalWith(this.#quantile(normalQuantileUpper(this.#options.alpha / 2)));
    return range !== null && this.#allows(settled.word, range) ? settled : null;
  }

  /**
   * "Equivalent" may later become a difference, and a winner may fall behind; nothing else changes
   * a settlement. The probability of crossing the boundary by mistake, ever and to either side, is
   * α at most.
   */
  look(time: number = this.running.cases): void {
    const { reference, equivalence } = this.#options;
    const word = this.#settlement?.word;
    if (word === 'better' && this.running.mean > reference) return;
    if (word === 'worse' && this.running.mean < reference) return;
    const zone = word === 'equivalent' ? 0 : equivalence;
    this.#settlement = this.#settledAt(time, zone) ?? this.#settlement;
  }

  /** Null before the first look. */
  intervalAt(time: number = this.running.cases): Interval | null {
    const critical = this.#criticalAt(time);
    if (critical === null) return null;
    return this.#intervalWith(this.#quantile(critical));
  }

  /**
   * Whether a mean would stay inside the zone with one more case like the lowest or the highest so
   * far. A large difference that is rare is seen once or not at all: without this check, a variant
   * that fails once in twenty cases was called equivalent to one that never fails in 10 of 100
   * studies of 70 cases.
   */
  isSteady(time: number = this.running.cases): boolean {
    const { kind, reference, equivalence } = this.#options;
    const critical = this.#criticalAt(time);
    if (kind === 'rate' || critical === null) return true;
    const quantile = this.#quantile(critical);
    return [this.running.lowest, this.running.highest].every((extreme) => {
      const { mean, standardError } = this.running.with(extreme);
      return Math.abs(mean - reference) + quantile * standardError <= equivalence;
    });
  }

  /**
   * A score interval takes the spread from the share itself; that of a mean is estimated. Below ten
   * cases a score interval is too short: with four, it would settle one in eight plans of identical
   * variants.
   */
  #quantile(critical: number): number {
    const { n, isConstant } = this.running;
    const { kind } = this.#options;
    if (kind === 'vote') return isConstant ? critical : signQuantile(critical, n);
    const isEstimated = kind === 'mean' ? !isConstant : n < LEAST_CASES;
    return isEstimated ? tQuantileUpper(normalUpper(critical), n - 1) : critical;
  }

  #allows(word: Settlement['word'], { low, high }: Interval): boolean {
    const { reference, equivalence } = this.#options;
    if (word === 'better') return low > reference;
    if (word === 'worse') return high < reference;
    return low > reference - equivalence && high < reference + equivalence;
  }

  #settledAt(time: number, zone: number): Settlement | null {
    const reasonOf = (range: Interval | null) =>
      stoppingDecision(range, { reference: this.#options.reference, equivalence: zone }).reason;
    const critical = this.#criticalAt(time);
    // The normal quantile is smaller than Student's t, and a hundred times as fast to compute.
    if (critical === null || reasonOf(this.#intervalWith(critical)) === 'continue') return null;
    const range = this.intervalAt(time);
    const word = reasonOf(range);
    if (range === null || word === 'continue') return null;
    if (word === 'equivalent' && !this.isSteady(time)) return null;
    return { word, cases: this.running.cases, interval: range };
  }

  #criticalAt(time: number): number | null {
    const { n, cases } = this.running;
    if (n < Math.min(LEAST_CASES, Math.max(2, this.#planned))) return null;
    const critical = this.#boundary({ cases, time });
    return Number.isFinite(critical) ? critical : null;
  }

  #intervalWith(critical: number): Interval | null {
    const { alpha, kind, ends } = this.#options;
    const { n, mean, isConstant, tieShare, standardError } = this.running;
    if (!Number.isFinite(critical)) return null;
    if (kind === 'rate') {
      const terms = { theta: clamp(mean, [0, 1]), n: isConstant ? n : n - 1, tieShare, critical };
      return tieCorrectedInterval(terms, 1 - alpha);
    }
    if (isConstant) return this.#constantInterval(critical);
    const half = critical * standardError;
    return interval(clamp(mean - half, ends), clamp(mean + half, ends), 1 - alpha);
  }

  /**
   * Where all cases have the same value, their spread is unknown, not zero: a share of 1 −
   * tail^(1/n) of cases may have any other value on the scale.
   */
  #constantInterval(critical: number): Interval | null {
    const { ends, alpha } = this.#options;
    if (ends === null) return null;
    const { mean, n } = this.running;
    const share = 1 - normalUpper(critical) ** (1 / n);
    return interval(mean - share * (mean - ends[0]), mean + share * (ends[1] - mean), 1 - alpha);
  }
}

/**
 * For single votes Student's t is too short: nine equal votes of ten have a small spread, and a
 * fair coin gives them in two of a hundred tries. This quantile requires the sum to exceed
 * `critical` times the root of the sum of squares, the spread without a difference (Efron 1969).
 * Infinite where no sum of n can.
 */
function signQuantile(critical: number, n: number): number {
  const room = n - critical ** 2;
  return room > 0 ? critical * Math.sqrt((n - 1) / room) : Number.POSITIVE_INFINITY;
}

function clamp(value: number, ends: PathOptions['ends']): number {
  return ends === null ? value : Math.min(ends[1], Math.max(ends[0], value));
}
