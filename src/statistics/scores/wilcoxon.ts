import {
  type Alternative,
  cleanNumbers,
  confidenceOf,
  type Estimate,
  type Interval,
  interval,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from '../intervals/estimate.ts';
import { normalQuantileUpper, normalUpper } from '../numerics/distributions.ts';
import { midRanks } from './ranks.ts';
import { walshOrderStatistic } from './walsh-averages.ts';

export interface WilcoxonOptions {
  readonly alternative?: Alternative | undefined;
  readonly confidence?: number | undefined;
  /** Leave zero differences out (default) or rank them and then leave them out (Pratt). */
  readonly zeros?: 'drop' | 'pratt' | undefined;
  /** Exact up to 50 differences by default. */
  readonly distribution?: 'auto' | 'exact' | 'normal' | undefined;
  /** Continuity correction of the normal form, on by default. */
  readonly continuity?: 'on' | 'off' | undefined;
}

export interface WilcoxonTest extends Estimate {
  /** Sum of the ranks of positive differences. */
  readonly statistic: number | null;
  readonly pValue: number | null;
  readonly z: number | null;
  readonly nonZero: number;
}

/**
 * Question: are paired differences centred at zero, using ranks only? Estimator: Hodges–Lehmann
 * (median of all pairwise means) with the interval of order statistics; p-value of the signed-rank
 * sum, exact by dynamic programming over doubled mid-ranks (ties included) or normal with tie
 * correction. Assumes independent cases and, for the estimate, symmetric differences. References:
 * Wilcoxon 1945; Pratt 1959; Hollander & Wolfe 1973. Cost: n³ for the exact distribution, n log n
 * otherwise.
 */
export function wilcoxonSignedRank(
  differences: readonly (number | null)[],
  options: WilcoxonOptions = {},
): WilcoxonTest {
  const method = 'test.wilcoxon-signed-rank';
  const cleaned = cleanNumbers(differences);
  const all = [...cleaned.values].sort((a, b) => a - b);
  const n = all.length;
  const empty = { statistic: null, pValue: null, z: null };
  if (n === 0) {
    return {
      ...noEstimate(method, 0, warningList(cleaned.warnings, ['no_data'])),
      ...empty,
      nonZero: 0,
    };
  }
  const ranks = signedRanks(all, options.zeros ?? 'drop');
  const nonZero = ranks.positive.length + ranks.negative.length;
  const estimate = walshOrderStatistic(all, 0.5);
  const warnings = warningList(cleaned.warnings, optionWarnings(options));
  if (nonZero === 0) {
    const none: readonly Warning[] = ['no_variation'];
    const base = { estimate, interval: null, method, n, nClusters: n };
    return { ...base, ...empty, pValue: 1, warnings: warningList(warnings, none), nonZero };
  }
  const statistic = ranks.positive.reduce((sum, rank) => sum + rank, 0);
  const distribution = options.distribution ?? 'auto';
  const exact = distribution === 'exact' || (distribution === 'auto' && nonZero <= 50);
  const tail = exact ? exactTails(ranks, statistic) : normalTails(ranks, statistic, options);
  return {
    estimate,
    interval: hodgesLehmannInterval(all, confidenceOf(options)),
    method: `${method}.${exact ? 'exact' : 'normal'}`,
    n,
    nClusters: n,
    warnings,
    statistic,
    pValue: pick(tail, options.alternative ?? 'two-sided'),
    z: tail.z,
    nonZero,
  };
}

interface SignedRanks {
  readonly positive: readonly number[];
  readonly negative: readonly number[];
  readonly zeros: number;
  readonly tieSum: number;
}

function signedRanks(values: readonly number[], zeros: 'drop' | 'pratt'): SignedRanks {
  const settled = settleTies(values);
  const used = zeros === 'drop' ? settled.filter((value) => value !== 0) : settled;
  const { ranks } = midRanks(used.map(Math.abs));
  const pick = (sign: number): readonly number[] =>
    ranks.filter((_, i) => Math.sign(used[i] ?? 0) === sign);
  const nonZero = used.filter((value) => value !== 0).map(Math.abs);
  return {
    positive: pick(1),
    negative: pick(-1),
    zeros: used.length - nonZero.length,
    tieSum: midRanks(nonZero).tieSum,
  };
}

/**
 * 4.1 − 3.9 and 1.2 − 1.0 are equal in decimals and unequal in binary: values closer than 1e-12 of
 * the largest are ranked as ties.
 */
function settleTies(values: readonly number[]): readonly number[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return values;
  const unit = 2 ** Math.ceil(Math.log2(largest * 1e-12));
  return values.map((value) => Math.round(value / unit) * unit);
}

interface Tails {
  readonly lower: number;
  readonly upper: number;
  readonly z: number | null;
}

/** Distribution of the doubled rank sum over all 2^n signs, scaled to probabilities. */
function exactTails({ positive, negative }: SignedRanks, statistic: number): Tails {
  const doubled = [...positive, ...negative].map((rank) => Math.round(2 * rank));
  const mass = signedRankMass(doubled);
  const at = Math.round(2 * statistic);
  let lower = 0;
  let upper = 0;
  mass.forEach((probability, sum) => {
    if (sum <= at) lower += probability;
    if (sum >= at) upper += probability;
  });
  return { lower: Math.min(1, lower), upper: Math.min(1, upper), z: null };
}

function signedRankMass(doubledRanks: readonly number[]): Float64Array {
  const total = doubledRanks.reduce((sum, rank) => sum + rank, 0);
  const mass = new Float64Array(total + 1);
  mass[0] = 1;
  let reach = 0;
  for (const rank of doubledRanks) {
    reach += rank;
    for (let sum = reach; sum >= 0; sum -= 1) {
      mass[sum] = ((mass[sum] ?? 0) + (sum >= rank ? (mass[sum - rank] ?? 0) : 0)) / 2;
    }
  }
  return mass;
}

function normalTails(ranks: SignedRanks, statistic: number, options: WilcoxonOptions): Tails {
  const { zeros } = ranks;
  const n = ranks.positive.length + ranks.negative.length + zeros;
  const centre = (n * (n + 1) - zeros * (zeros + 1)) / 4;
  const squares = (count: number): number => (count * (count + 1) * (2 * count + 1)) / 24;
  const variance = squares(n) - squares(zeros) - ranks.tieSum / 48;
  const shift = options.continuity === 'off' ? 0 : 0.5;
  const gap = statistic - centre;
  const sd = Math.sqrt(variance);
  const two = Math.sign(gap) * Math.max(0, Math.abs(gap) - shift);
  return {
    lower: normalUpper(-(gap + shift) / sd),
    upper: normalUpper((gap - shift) / sd),
    z: two / sd,
  };
}

function pick(tails: Tails, alternative: Alternative): number {
  if (alternative === 'less') return tails.lower;
  if (alternative === 'greater') return tails.upper;
  return Math.min(1, 2 * Math.min(tails.lower, tails.upper));
}

/** Walsh averages cut at the signed-rank quantile (ranks 1..n, exact up to 50, else normal). */
function hodgesLehmannInterval(sorted: readonly number[], confidence: number): Interval | null {
  const n = sorted.length;
  const total = (n * (n + 1)) / 2;
  const cut = n <= 50 ? exactCut(n, (1 - confidence) / 2) : normalCut(n, (1 - confidence) / 2);
  if (cut < 1) return null;
  return interval(
    walshOrderStatistic(sorted, (cut - 1) / (total - 1)),
    walshOrderStatistic(sorted, (total - cut) / (total - 1)),
    confidence,
  );
}

/**
 * Largest k with P(V ≤ k − 1) ≤ tail: the k-th smallest and largest Walsh averages are the ends.
 */
function exactCut(n: number, tail: number): number {
  const mass = signedRankMass(Array.from({ length: n }, (_, i) => i + 1));
  let below = 0;
  let k = 0;
  while (below + (mass[k] ?? 1) <= tail) {
    below += mass[k] ?? 1;
    k += 1;
  }
  return k;
}

/** First k whose tail by the normal approximation, with continuity correction, is above `tail`. */
function normalCut(n: number, tail: number): number {
  const centre = (n * (n + 1)) / 4;
  const sd = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24);
  return Math.max(0, Math.floor(centre - 0.5 - normalQuantileUpper(tail) * sd) + 1);
}
