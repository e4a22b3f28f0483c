import {
  type Alternative,
  type Estimate,
  isCount,
  noEstimate,
  type Warning,
} from '../../../src/statistics/intervals/estimate.ts';
import {
  binomialLower,
  binomialUpper,
  normalQuantileUpper,
} from '../../../src/statistics/numerics/distributions.ts';
import { binomialPValue } from '../../../src/statistics/pairwise/binary-tests.ts';
import { isLevel } from './options.ts';

export interface PowerOptions {
  readonly alpha?: number | undefined;
  readonly alternative?: 'two-sided' | 'one-sided' | undefined;
}

export interface PowerResult extends Estimate {
  /** Real-valued sample size where it was solved for; round up. */
  readonly sampleSize: number | null;
  readonly power: number | null;
}

/**
 * Question: how likely is the exact sign test to notice a decisive win rate p with n decisive votes? Sum
 * of binomial masses over the rejection region. Assumes independent votes. Reference: Conover 1971.
 * Cost: O(log n) exact tests.
 */
export function signTestPower(
  p: number,
  n: number,
  options: PowerOptions & { readonly p0?: number | undefined } = {},
): PowerResult {
  const method = 'power.sign-test';
  if (!(n >= 1) || !isCount(n) || !(p >= 0 && p <= 1) || !isLevel(options.alpha)) {
    return noPower(method);
  }
  const votes = Math.floor(n);
  const { alpha = 0.05, p0 = 0.5 } = options;
  const pOf = (k: number, alternative: Alternative): number =>
    binomialPValue({ successes: k, n: votes }, p0, alternative);
  const centre = Math.floor(votes * p0);
  if (options.alternative === 'one-sided') {
    const upward = p >= p0;
    const power = upward
      ? binomialUpper(
          firstBelow(0, votes, (k) => pOf(k, 'greater') <= alpha),
          votes,
          p,
        )
      : binomialLower(
          votes - firstBelow(0, votes, (k) => pOf(votes - k, 'less') <= alpha),
          votes,
          p,
        );
    return powerResult(method, votes, power);
  }
  const high = firstBelow(centre, votes, (k) => k > votes * p0 && pOf(k, 'two-sided') <= alpha);
  const steps = firstBelow(0, centre, (k) => pOf(centre - k, 'two-sided') <= alpha);
  const low = centre - steps;
  return powerResult(
    method,
    votes,
    binomialUpper(high, votes, p) + (low < 0 ? 0 : binomialLower(low, votes, p)),
  );
}

/**
 * First number of decisive votes with the given power (exact power is a saw-tooth in n), divided by the
 * share of votes that are decisive. Cost: one exact power per n tried, started near the approximation.
 */
export function signTestSampleSize(
  p: number,
  power: number,
  options: PowerOptions & { readonly tieShare?: number | undefined } = {},
): PowerResult {
  const method = 'power.sign-test';
  const tieShare = options.tieShare ?? 0;
  if (
    !(p > 0 && p < 1) ||
    p === 0.5 ||
    !(tieShare >= 0 && tieShare < 1) ||
    !isLevel(options.alpha) ||
    !(power > 0 && power < 1)
  ) {
    return noPower(method);
  }
  const sides = options.alternative === 'one-sided' ? 1 : 2;
  const z = normalQuantileUpper((options.alpha ?? 0.05) / sides);
  const rough =
    ((z * 0.5 + normalQuantileUpper(1 - power) * Math.sqrt(p * (1 - p))) / (p - 0.5)) ** 2;
  // The saw-tooth reaches back by about 1.4 √n.
  let n = Math.max(1, Math.floor(rough - 4 * Math.sqrt(rough)) - 10);
  let reached = signTestPower(p, n, options).power ?? 0;
  while (reached < power && n < 1e7) {
    n += 1;
    reached = signTestPower(p, n, options).power ?? 0;
  }
  const total = Math.ceil(n / (1 - tieShare));
  return { ...powerResult(method, total, reached), sampleSize: total };
}

export function powerResult(method: string, n: number, power: number): PowerResult {
  const value = Math.min(1, Math.max(0, power));
  const base = { estimate: value, interval: null, method, n, nClusters: n, warnings: [] };
  return { ...base, power: value, sampleSize: n };
}

export function noPower(method: string): PowerResult {
  const warnings: readonly Warning[] = ['invalid_option'];
  return { ...noEstimate(method, 0, warnings), sampleSize: null, power: null };
}

/** Smallest k in [from, to] that passes a monotone check, to + 1 if none. */
function firstBelow(from: number, to: number, passes: (k: number) => boolean): number {
  let low = from;
  let high = to + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
