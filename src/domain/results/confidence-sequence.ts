import type { Estimate, Interval } from '../../statistics/intervals/estimate.ts';
import { mean, sumOfSquares } from '../../statistics/numerics/linalg.ts';
import {
  bettingConfidenceSequence,
  startBettingSequence,
} from '../../statistics/sequences/always-valid.ts';
import {
  asymptoticSequence,
  betaMixtureSequence,
} from '../../statistics/sequences/mixture-sequences.ts';

/**
 * How the numbers of the cases are turned into an always-valid interval. Decided by the plan of the
 * study, never by what the judgements look like: choosing after looking would spend the error twice.
 */
export type SequenceDesign =
  /** One judgement per case: who wins the cases that are decided. */
  | { readonly kind: 'decided-cases' }
  /** Numbers between two ends. */
  | { readonly kind: 'bounded'; readonly low: number; readonly high: number }
  /** Numbers without ends; needs many cases. */
  | { readonly kind: 'unbounded'; readonly plannedCases: number };

export interface SequenceState extends Estimate {
  /** Evidence against the middle of the scale; null where it is not defined or beyond all numbers. */
  readonly eValue: number | null;
}

export interface SequencePoint {
  readonly cases: number;
  readonly estimate: number;
  readonly interval: Interval;
}

/** What is known after all these cases, valid at every look before. */
export function runSequence(
  values: readonly number[],
  design: SequenceDesign,
  alpha: number,
): SequenceState {
  switch (design.kind) {
    case 'decided-cases': {
      const state = betaMixtureSequence(decided(values), { alpha });
      return { ...state, nClusters: values.length, eValue: plainEValue(state.logEValue) };
    }
    case 'bounded': {
      const range = [design.low, design.high] as const;
      // The ends are solved from the history, so that the grid only has to bracket them.
      return bettingConfidenceSequence(values, { alpha, range, grid: 101 });
    }
    case 'unbounded':
      return { ...asymptotic(values, design.plannedCases, alpha), eValue: null };
  }
}

/**
 * The sequence as a plot shows it: at most `most` points, the last case always among them. Each interval
 * is the intersection of those before it, which is as valid and never widens.
 */
export function traceSequence(
  values: readonly number[],
  design: SequenceDesign,
  { alpha, most }: { readonly alpha: number; readonly most: number },
): readonly SequencePoint[] {
  const stops = stopsOf(values.length, most);
  if (design.kind === 'bounded') return traceBetting(values, design, { alpha, stops });
  const points: SequencePoint[] = [];
  let range: Interval | null = null;
  for (const cases of stops) {
    const state = runSequence(values.slice(0, cases), design, alpha);
    range = intersection(range, state.interval);
    if (state.estimate === null || range === null) continue;
    points.push({ cases, estimate: state.estimate, interval: range });
  }
  return points;
}

function traceBetting(
  values: readonly number[],
  { low, high }: { readonly low: number; readonly high: number },
  { alpha, stops }: { readonly alpha: number; readonly stops: readonly number[] },
): readonly SequencePoint[] {
  const sequence = startBettingSequence({ alpha, range: [low, high] });
  const wanted = new Set(stops);
  const points: SequencePoint[] = [];
  let sum = 0;
  values.forEach((value, t) => {
    sequence.feed(value);
    sum += value;
    const range = wanted.has(t + 1) ? sequence.runningInterval() : null;
    if (range !== null) points.push({ cases: t + 1, estimate: sum / (t + 1), interval: range });
  });
  return points;
}

function decided(values: readonly number[]) {
  const successes = values.filter((value) => value > 0.5).length;
  return { successes, trials: successes + values.filter((value) => value < 0.5).length };
}

function asymptotic(values: readonly number[], plannedCases: number, alpha: number): Estimate {
  const t = values.length;
  const sd = t > 1 ? Math.sqrt(sumOfSquares(values) / (t - 1)) : 0;
  const state = asymptoticSequence(
    { estimate: t === 0 ? 0 : mean(values), t, sd },
    { alpha, tOpt: Math.max(30, plannedCases) },
  );
  // Without any spread the formula would claim certainty.
  return sd > 0 ? state : { ...state, interval: null };
}

function plainEValue(log: number | null): number | null {
  const value = log === null ? Number.NaN : Math.exp(log);
  return Number.isFinite(value) ? value : null;
}

function intersection(a: Interval | null, b: Interval | null): Interval | null {
  if (a === null || b === null) return b ?? a;
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  return low <= high ? { ...b, low, high } : a;
}

function stopsOf(cases: number, most: number): readonly number[] {
  const step = Math.max(1, cases / most);
  const stops = new Set<number>();
  for (let at = step; at < cases; at += step) stops.add(Math.floor(at));
  if (cases > 0) stops.add(cases);
  return [...stops];
}
