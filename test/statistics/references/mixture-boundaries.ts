import { isCount, noEstimate } from '../../../src/statistics/intervals/estimate.ts';
import { findRootAbove } from '../../../src/statistics/numerics/root.ts';
import { incompleteGamma } from '../../../src/statistics/numerics/special-functions.ts';
import { logGamma, normalLower } from './distributions.ts';
import {
  type BernoulliCounts,
  type BetaMixture,
  bernoulliSequence,
  isTime,
  mixtureLog,
  validLevel,
} from './mixture-sequences.ts';

/**
 * Question: how strong is the evidence against rate p so far? log of the beta mixture e-value, cheap
 * enough for every vote. Assumes as `betaMixtureSequence`. Cost: constant.
 */
export function betaMixtureEvidence(
  counts: BernoulliCounts,
  p: number,
  prior: { readonly a: number; readonly b: number } = { a: 10, b: 10 },
): number {
  const valid = counts.successes >= 0 && counts.successes <= counts.trials && p > 0 && p < 1;
  return valid ? mixtureLog(counts, p, prior) : 0;
}

/**
 * Question: the same, tuned to be tightest around a planned number of cases. The prior depends on the
 * candidate rate: its spread is chosen for `tOpt` trials. Reference: Howard et al. 2021, Ann Stat 49:1055
 * (sub-Bernoulli mixture). Cost: two root searches.
 */
export function tunedBetaMixtureSequence(
  counts: BernoulliCounts,
  options: { readonly alpha?: number; readonly tOpt: number; readonly alphaOpt?: number },
): BetaMixture {
  const { alpha = 0.05, tOpt, alphaOpt = 0.05 } = options;
  const method = 'always-valid.tuned-beta-mixture';
  if (!isTime(tOpt) || !validLevel(alphaOpt)) {
    return { ...noEstimate(method, 0, ['invalid_option']), logEValue: null };
  }
  const logMixture = (p: number): number => {
    const spread = p * (1 - p);
    const r = Math.max(mixtureRho(spread * tOpt, alphaOpt) - spread, 1e-3 * spread);
    return mixtureLog(counts, p, { a: r / (1 - p), b: r / p });
  };
  return bernoulliSequence(counts, {
    alpha,
    method,
    logMixture,
  });
}

export interface BoundaryOptions {
  readonly alpha?: number | undefined;
  /** Intrinsic time at which the boundary is tightest. */
  readonly vOpt: number;
  readonly alphaOpt?: number | undefined;
  readonly sides?: 'one' | 'two' | undefined;
}

/**
 * Question: how far may a sum of sub-Gaussian deviations wander by intrinsic time v? Normal mixture
 * boundary (mSPRT): two-sided √((v+ρ)(log(1+v/ρ) + 2 log(1/α))); one-sided through the half-normal
 * mixture. Null when v or an option is out of range. References: Robbins 1970; Johari et al. 2022; Howard
 * et al. 2021. Cost: constant, or one root search.
 */
export function normalMixtureBoundary(v: number, options: BoundaryOptions): number | null {
  const { alpha = 0.05, vOpt, alphaOpt = 0.05, sides = 'two' } = options;
  if (!isCount(v) || !isTime(vOpt) || !validLevel(alpha) || !validLevel(alphaOpt)) return null;
  if (sides === 'two') {
    const rho = mixtureRho(vOpt, alphaOpt);
    return Math.sqrt((v + rho) * (Math.log1p(v / rho) + 2 * -Math.log(alpha)));
  }
  if (!validLevel(2 * alphaOpt)) return null;
  const rho = mixtureRho(vOpt, 2 * alphaOpt);
  const limit = -Math.log(alpha);
  const log = (s: number): number =>
    0.5 * Math.log((4 * rho) / (v + rho)) +
    (s * s) / (2 * (v + rho)) +
    Math.log(normalLower(s / Math.sqrt(v + rho)));
  return findRootAbove((s) => limit - log(s), 0);
}

export interface GammaExponentialOptions extends BoundaryOptions {
  /** Scale of the sub-exponential tail. */
  readonly c: number;
}

/**
 * Question: how far may a sum with bounded steps wander when time is measured by its own variance
 * (empirical Bernstein)? Gamma-exponential mixture: the s with log M(s, v) = log(1/α). Reference: Howard
 * et al. 2021, Prop. 9. Cost: one root search over incomplete gammas.
 */
export function gammaExponentialBoundary(
  v: number,
  options: GammaExponentialOptions,
): number | null {
  const { alpha = 0.05, vOpt, alphaOpt = 0.05, c } = options;
  if (!isCount(v) || !isTime(vOpt) || !validLevel(alpha) || !validLevel(alphaOpt)) return null;
  if (!isTime((v + vOpt) / (c * c)) || !validLevel(2 * alphaOpt)) return null;
  const rho = mixtureRho(vOpt, 2 * alphaOpt);
  const kappa = rho / (c * c);
  const y = (v + rho) / (c * c);
  const start =
    kappa * Math.log(kappa) -
    logGamma(kappa) -
    Math.log(incompleteGamma(kappa, kappa).lower) +
    logGamma(y) -
    kappa;
  const limit = -Math.log(alpha);
  const log = (s: number): number => {
    const u = (c * s + v + rho) / (c * c);
    return start + Math.log(incompleteGamma(y, u).lower) - y * Math.log(u) + u;
  };
  return findRootAbove((s) => limit - log(s), 0);
}

/** ρ that makes a mixture tightest at intrinsic time v (Howard et al. 2021, eq. 26 approximation). */
function mixtureRho(v: number, alpha: number): number {
  const twice = 2 * -Math.log(alpha);
  return v / (twice + Math.log1p(twice));
}
