import {
  type Estimate,
  type Interval,
  interval,
  isCount,
  isUsable,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import { findRoot } from '../../../src/statistics/numerics/root.ts';
import { isLevel } from './options.ts';

export interface BettingOptions {
  readonly alpha?: number | undefined;
  /** Ends of the scale of the observations; [0, 1] by default. */
  readonly range?: readonly [number, number] | undefined;
  readonly grid?: number | undefined;
}

/**
 * Running state of a betting confidence sequence: feed one number per completed case, ask at any time.
 * Per grid point two running products (bets up and down) are kept, with their logs split off before they
 * overflow, so that a new case costs one multiplication per grid point.
 */
export interface BettingSequence {
  readonly alpha: number;
  readonly range: readonly [number, number];
  readonly observations: readonly number[];
  /** λ_t before truncation, one per observation. */
  readonly bets: readonly number[];
  readonly excluded: number;
  /** An option was out of range; its default was used. */
  readonly warnings: readonly Warning[];
  readonly feed: (x: number | null) => void;
  /** {m : K_t(m) < 1/α} without running intersection, ends solved to full precision. */
  readonly interval: () => Interval | null;
  /** Intersection of the intervals so far, to grid resolution, outward. */
  readonly runningInterval: () => Interval | null;
  /** log K_t(m) at any m of the scale. */
  readonly logCapital: (m: number) => number;
  /** Largest log K_s(m) at the middle of the scale over all s so far. */
  readonly logPeakCapital: () => number;
}

/**
 * Question: what do we know now, after any number of looks? The hedged betting process of Waudby-Smith &
 * Ramdas 2024 (JRSS-B 86:1): K_t(m) = ½Π(1 + λ⁺(x − m)) + ½Π(1 − λ⁻(x − m)) with predictable plug-in
 * bets truncated at half their limit. Valid at every time and any stopping rule for bounded observations
 * with a constant conditional mean; feed cases, not votes, and shuffle the order of cases. Cost: grid
 * points per observation.
 */
export function startBettingSequence(options: BettingOptions = {}): BettingSequence {
  return openSequence(options, narrow);
}

/** The same without the running interval, at half the cost: enough to read its capital. */
function startBettingCapital(options: BettingOptions = {}): BettingSequence {
  return openSequence(options, () => undefined);
}

/** `follow` is called after each observation. */
function openSequence(
  options: BettingOptions,
  follow: (state: State, alpha: number) => void,
): BettingSequence {
  const { alpha, range, grid } = usableOptions(options);
  const width = range[1] - range[0];
  // Odd, so that the middle of the scale is a grid point.
  const points = Math.max(3, Math.floor(grid)) | 1;
  const state = newState(points);
  const middle = 0.5;
  const unscale = (unit: Interval | null): Interval | null =>
    unit && interval(range[0] + width * unit.low, range[0] + width * unit.high, 1 - alpha);
  const logCapitalAt = (m: number): number => logCapital(state, m);
  return {
    alpha,
    range,
    observations: state.observations,
    warnings: usableOptions(options).warnings,
    bets: state.bets,
    get excluded() {
      return state.excluded;
    },
    feed: (x) => {
      const unit = x === null ? Number.NaN : (x - range[0]) / width;
      if (!(unit >= 0 && unit <= 1)) state.excluded += 1;
      else {
        observe(state, unit, alpha);
        follow(state, alpha);
        state.peak = Math.max(state.peak, logCapitalOnGrid(state, (points - 1) * middle));
      }
    },
    interval: () => unscale(currentInterval(state, alpha)),
    runningInterval: () => unscale(runningInterval(state, alpha)),
    logCapital: (m) => logCapitalAt((m - range[0]) / width),
    logPeakCapital: () => state.peak,
  };
}

export interface BettingResult extends Estimate {
  /**
   * Evidence against "no difference" (the middle of the scale): K_t, in logs and, where finite, plain.
   */
  readonly logEValue: number;
  readonly eValue: number | null;
  /** min(1, 1/max_s K_s): valid whenever one looks. */
  readonly anytimeP: number;
}

/** Runs a whole sequence of case numbers and reports the state at its end, without looks on the way. */
export function bettingConfidenceSequence(
  values: readonly (number | null)[],
  options: BettingOptions = {},
): BettingResult {
  const sequence = startBettingCapital(options);
  for (const value of values) sequence.feed(value);
  return summarizeBetting(sequence);
}

export function summarizeBetting(sequence: BettingSequence): BettingResult {
  const n = sequence.observations.length;
  const [low, high] = sequence.range;
  const average = sequence.observations.reduce((sum, x) => sum + x, 0) / n;
  const logEValue = sequence.logCapital((low + high) / 2);
  const eValue = Math.exp(logEValue);
  const warnings: readonly (readonly Warning[])[] = [
    n === 0 ? ['no_data'] : n === 1 ? ['one_case'] : [],
    sequence.excluded > 0 ? ['non_finite_excluded'] : [],
    sequence.warnings,
  ];
  return {
    estimate: n === 0 ? null : low + (high - low) * average,
    interval: n === 0 ? null : sequence.interval(),
    method: 'always-valid.betting',
    n,
    nClusters: n,
    warnings: warningList(...warnings),
    logEValue,
    eValue: Number.isFinite(eValue) ? eValue : null,
    anytimeP: Math.min(1, Math.exp(-sequence.logPeakCapital())),
  };
}

function usableOptions({ alpha, range, grid }: BettingOptions) {
  const hasRange = range === undefined || (isUsable(range[1] - range[0]) && range[1] > range[0]);
  const hasGrid = grid === undefined || isCount(grid);
  const warnings: readonly Warning[] =
    isLevel(alpha) && hasRange && hasGrid ? [] : ['invalid_option'];
  const unit: readonly [number, number] = [0, 1];
  return {
    alpha: isLevel(alpha) ? (alpha ?? 0.05) : 0.05,
    range: hasRange ? (range ?? unit) : unit,
    grid: hasGrid ? (grid ?? 1001) : 1001,
    warnings,
  };
}

interface State {
  readonly observations: number[];
  readonly bets: number[];
  readonly up: Float64Array;
  readonly down: Float64Array;
  readonly upLog: Float64Array;
  readonly downLog: Float64Array;
  readonly upCap: Float64Array;
  readonly downCap: Float64Array;
  excluded: number;
  sum: number;
  squares: number;
  variance: number;
  peak: number;
  lowest: number;
  highest: number;
}

function newState(points: number): State {
  const ones = (): Float64Array => new Float64Array(points).fill(1);
  return {
    observations: [],
    bets: [],
    up: ones(),
    down: ones(),
    upLog: new Float64Array(points),
    downLog: new Float64Array(points),
    upCap: Float64Array.from({ length: points }, (_, g) => (0.5 * (points - 1)) / g),
    downCap: Float64Array.from(
      { length: points },
      (_, g) => (0.5 * (points - 1)) / (points - 1 - g),
    ),
    excluded: 0,
    sum: 0,
    squares: 0,
    variance: 0.25,
    peak: 0,
    lowest: 0,
    highest: points - 1,
  };
}

function observe(state: State, x: number, alpha: number): void {
  const t = state.observations.length + 1;
  const bet = Math.sqrt((2 * Math.log(2 / alpha)) / (state.variance * t * Math.log(1 + t)));
  state.observations.push(x);
  state.bets.push(bet);
  multiplyGrid(state, x, bet);
  if (t % 16 === 0) splitLogs(state);
  state.sum += x;
  const average = (0.5 + state.sum) / (t + 1);
  state.squares += (x - average) ** 2;
  state.variance = (0.25 + state.squares) / (t + 1);
}

/** Bets are cut at 0.5/m upwards and 0.5/(1−m) downwards; at the ends of the grid nothing is cut. */
function multiplyGrid({ up, down, upCap, downCap }: State, x: number, bet: number): void {
  const step = 1 / (up.length - 1);
  for (let g = 0; g < up.length; g += 1) {
    const gap = x - g * step;
    up[g] = (up[g] ?? 0) * (1 + Math.min(bet, upCap[g] ?? 0) * gap);
    down[g] = (down[g] ?? 0) * (1 - Math.min(bet, downCap[g] ?? 0) * gap);
  }
}

/** Sixteen factors between ½ and about 7 cannot leave the range of doubles before the next split. */
function splitLogs({ up, down, upLog, downLog }: State): void {
  for (let g = 0; g < up.length; g += 1) {
    const u = up[g] ?? 1;
    if (u > 1e100 || u < 1e-100) {
      upLog[g] = (upLog[g] ?? 0) + Math.log(u);
      up[g] = 1;
    }
    const d = down[g] ?? 1;
    if (d > 1e100 || d < 1e-100) {
      downLog[g] = (downLog[g] ?? 0) + Math.log(d);
      down[g] = 1;
    }
  }
}

function logCapitalOnGrid({ up, down, upLog, downLog }: State, place: number): number {
  const g = Math.round(place);
  return logHalfSum(
    (upLog[g] ?? 0) + Math.log(up[g] ?? 1),
    (downLog[g] ?? 0) + Math.log(down[g] ?? 1),
  );
}

/** From the whole history, for points off the grid. */
function logCapital({ observations, bets }: State, m: number): number {
  let up = 0;
  let down = 0;
  for (let s = 0; s < observations.length; s += 1) {
    const x = observations[s] ?? 0;
    const bet = bets[s] ?? 0;
    const upper = bet * m > 0.5 ? 0.5 / m : bet;
    const lower = bet * (1 - m) > 0.5 ? 0.5 / (1 - m) : bet;
    up += Math.log1p(upper * (x - m));
    down += Math.log1p(-lower * (x - m));
  }
  return logHalfSum(up, down);
}

function logHalfSum(a: number, b: number): number {
  const top = Math.max(a, b);
  return top + Math.log(Math.exp(a - top) + Math.exp(b - top)) - Math.LN2;
}

function inside(state: State, g: number, alpha: number): boolean {
  return logCapitalOnGrid(state, g) < Math.log(1 / alpha);
}

/** The running intersection can only lose grid points at its ends. */
function narrow(state: State, alpha: number): void {
  while (state.lowest < state.highest && !inside(state, state.lowest, alpha)) state.lowest += 1;
  while (state.highest > state.lowest && !inside(state, state.highest, alpha)) state.highest -= 1;
}

function runningInterval(state: State, alpha: number): Interval | null {
  const last = state.up.length - 1;
  return interval(
    Math.max(0, state.lowest - 1) / last,
    Math.min(last, state.highest + 1) / last,
    1 - alpha,
  );
}

function currentInterval(state: State, alpha: number): Interval | null {
  const last = state.up.length - 1;
  const limit = Math.log(1 / alpha);
  let from = 0;
  while (from <= last && !inside(state, from, alpha)) from += 1;
  let to = last;
  while (to >= 0 && !inside(state, to, alpha)) to -= 1;
  if (from > to) return narrowest(state, alpha);
  const edge = (outside: number, within: number): number =>
    findRoot((m) => logCapital(state, m) - limit, outside, within);
  const low = from === 0 ? 0 : edge((from - 1) / last, from / last);
  const high = to === last ? 1 : edge((to + 1) / last, to / last);
  return interval(low, high, 1 - alpha);
}

/** Interval narrower than the grid: the point of least capital and its neighbours. */
function narrowest(state: State, alpha: number): Interval | null {
  const last = state.up.length - 1;
  let best = 0;
  for (let g = 1; g <= last; g += 1) {
    if (logCapitalOnGrid(state, g) < logCapitalOnGrid(state, best)) best = g;
  }
  return interval(Math.max(0, best - 1) / last, Math.min(last, best + 1) / last, 1 - alpha);
}
