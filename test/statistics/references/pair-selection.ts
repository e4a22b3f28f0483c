import type { Random } from '../../../src/statistics/numerics/random.ts';
import { sigmoid } from '../../../src/statistics/pairwise/pairwise-model.ts';

export interface PairProbability {
  readonly pair: readonly [number, number];
  readonly probability: number;
}

export interface SelectedPair {
  /** Shown first, shown second. */
  readonly pair: readonly [number, number];
  /** Probability with which this unordered pair was offered; store it with the vote. */
  readonly probability: number;
}

/** Share of uniform choice kept in every adaptive rule, so that inverse weights stay bounded. */
const FLOOR = 0.1;

/**
 * Question: which pair next, when all variants are to be rated? The pair offered least so far, ties
 * broken at random; the side shown first less often goes first. Counts stay within one of each other.
 * `offered` counts how often i was shown first against j, row-major. Cost: variants².
 */
export function balancedPair(
  offered: ArrayLike<number>,
  variants: number,
  random: Random,
): SelectedPair | null {
  if (variants < 2) return null;
  const shown = (i: number, j: number): number => offered[i * variants + j] ?? 0;
  let least = Number.POSITIVE_INFINITY;
  let candidates: (readonly [number, number])[] = [];
  for (let i = 0; i < variants; i += 1) {
    for (let j = i + 1; j < variants; j += 1) {
      const total = shown(i, j) + shown(j, i);
      if (total < least) {
        least = total;
        candidates = [];
      }
      if (total === least) candidates.push([i, j]);
    }
  }
  const [i, j] = candidates[random.below(candidates.length)] ?? [0, 1];
  const gap = shown(i, j) - shown(j, i);
  const iFirst = gap === 0 ? random.uniform() < 0.5 : gap < 0;
  return { pair: iFirst ? [i, j] : [j, i], probability: 1 / candidates.length };
}

export interface AbilityState {
  readonly abilities: ArrayLike<number>;
  /** Covariance of the abilities, variants × variants. */
  readonly covariance: ArrayLike<number>;
}

/**
 * Question: which pair next, when only the best variant matters? Leader against challengers with
 * probability ∝ exp(−z²/2)·√(p(1−p)·var(d)), z = d/se(d), mixed with a tenth uniform over all pairs. Use
 * past data only. Saves votes for finding the best; ratings of the others stay rough. Cost: variants².
 */
export function findBestProbabilities(state: AbilityState): readonly PairProbability[] {
  const k = state.abilities.length;
  const leader = indexOfLargest(state.abilities);
  return mixed(k, (i, j) => {
    if (i !== leader && j !== leader) return 0;
    const d = (state.abilities[i] ?? 0) - (state.abilities[j] ?? 0);
    const variance = differenceVariance(state, i, j);
    if (!(variance > 0)) return 0;
    return Math.exp(-(d * d) / variance / 2) * Math.sqrt(sigmoid(d) * sigmoid(-d) * variance);
  });
}

/**
 * Question: which pair next, for the smallest errors of the pairwise win rates? Probability ∝ the
 * expected drop of the standard error, √(V/n) − √(V/(n+1)), mixed with a tenth uniform. `wins` holds
 * points of i against j, row-major. A pair never shown gets the widest error. Reference: Chiang et al.
 * 2024. Cost: variants².
 */
export function errorDropProbabilities(
  wins: ArrayLike<number>,
  variants: number,
): readonly PairProbability[] {
  return mixed(variants, (i, j) => {
    const a = wins[i * variants + j] ?? 0;
    const b = wins[j * variants + i] ?? 0;
    const n = a + b;
    const p = (a + 0.5) / (n + 1);
    const spread = Math.sqrt(p * (1 - p));
    return n === 0 ? spread : spread / Math.sqrt(n) - spread / Math.sqrt(n + 1);
  });
}

/** Draws a pair from the probabilities and a random side. */
export function drawPair(
  probabilities: readonly PairProbability[],
  random: Random,
): SelectedPair | null {
  const last = probabilities[probabilities.length - 1];
  if (last === undefined) return null;
  let rest = random.uniform();
  const drawn =
    probabilities.find((entry) => {
      rest -= entry.probability;
      return rest < 0;
    }) ?? last;
  const [i, j] = drawn.pair;
  return { pair: random.uniform() < 0.5 ? [i, j] : [j, i], probability: drawn.probability };
}

function mixed(k: number, weight: (i: number, j: number) => number): readonly PairProbability[] {
  const pairs: { pair: readonly [number, number]; weight: number }[] = [];
  for (let i = 0; i < k; i += 1) {
    for (let j = i + 1; j < k; j += 1) {
      const value = weight(i, j);
      pairs.push({ pair: [i, j], weight: Number.isFinite(value) && value > 0 ? value : 0 });
    }
  }
  const total = pairs.reduce((sum, entry) => sum + entry.weight, 0);
  const uniform = 1 / pairs.length;
  return pairs.map((entry) => ({
    pair: entry.pair,
    probability: total > 0 ? FLOOR * uniform + (1 - FLOOR) * (entry.weight / total) : uniform,
  }));
}

function indexOfLargest(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < values.length; i += 1) if ((values[i] ?? 0) > (values[best] ?? 0)) best = i;
  return best;
}

function differenceVariance({ abilities, covariance }: AbilityState, i: number, j: number): number {
  const k = abilities.length;
  const cross = (covariance[i * k + j] ?? 0) + (covariance[j * k + i] ?? 0);
  return (covariance[i * k + i] ?? 0) + (covariance[j * k + j] ?? 0) - cross;
}
