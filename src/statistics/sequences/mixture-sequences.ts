import {
  type Estimate,
  interval,
  isCount,
  isUsable,
  noEstimate,
  type Warning,
} from '../intervals/estimate.ts';
import { normalLower } from '../numerics/distributions.ts';
import { findRoot, findRootAbove } from '../numerics/root.ts';
import { incompleteGamma, logBeta, logGamma } from '../numerics/special-functions.ts';

export interface BernoulliCounts {
  readonly successes: number;
  readonly trials: number;
}

export interface BetaMixture extends Estimate {
  /** log e-value against rate ½. */
  readonly logEValue: number | null;
}

/**
 * Question: what is one rate, looking whenever we like, with one independent yes/no per case? Estimator:
 * the set of p where the beta mixture of likelihoods, B(a+s, b+f)/B(a,b)/(p^s(1−p)^f), stays below 1/α.
 * Exact at any stopping time. Assumes independent trials with one rate. Reference: Robbins 1970. Cost:
 * two root searches.
 */
export function betaMixtureSequence(
  counts: BernoulliCounts,
  options: { readonly alpha?: number; readonly priorA?: number; readonly priorB?: number } = {},
): BetaMixture {
  const { alpha = 0.05, priorA = 10, priorB = 10 } = options;
  if (!isTime(priorA) || !isTime(priorB)) {
    const method = 'always-valid.beta-mixture';
    return { ...noEstimate(method, 0, ['invalid_option']), logEValue: null };
  }
  const logMixture = (p: number): number => mixtureLog(counts, p, { a: priorA, b: priorB });
  return bernoulliSequence(counts, { alpha, method: 'always-valid.beta-mixture', logMixture });
}

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
 * The same evidence against rate p, followed trial by trial: each adds the log of how likely the
 * mixture had thought it, over how likely p does. Cost: one logarithm per trial.
 */
export function followBetaMixture(
  p: number,
  prior: { readonly a: number; readonly b: number } = { a: 10, b: 10 },
): (outcome: 'success' | 'failure') => number {
  let { a, b } = prior;
  let evidence = 0;
  return (outcome) => {
    const isSuccess = outcome === 'success';
    evidence += Math.log((isSuccess ? a / p : b / (1 - p)) / (a + b));
    if (isSuccess) a += 1;
    else b += 1;
    return evidence;
  };
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

export interface AsymptoticSequence extends Estimate {
  readonly halfWidth: number | null;
  readonly rho: number | null;
}

export interface AsymptoticInput {
  readonly estimate: number;
  /** Completed cases. */
  readonly t: number;
  /** Standard deviation of one case's influence. */
  readonly sd: number;
}

/**
 * Question: an unbounded mean or an ability difference, looking whenever we like? Asymptotic confidence
 * sequence: half width sd·√(2(tρ²+1)/(t²ρ²)·log(√(tρ²+1)/α)), ρ² tuned for `tOpt` cases. Valid for large
 * t only: the interval is withheld before 30 cases (`asymptotic_too_early`) unless told. Reference:
 * Waudby-Smith et al. 2024, Ann Stat 52. Cost: constant.
 */
export function asymptoticSequence(
  input: AsymptoticInput,
  options: { readonly alpha?: number; readonly tOpt: number; readonly startAt?: number },
): AsymptoticSequence {
  const method = 'always-valid.asymptotic';
  const { alpha = 0.05, tOpt, startAt = 30 } = options;
  const { t, sd, estimate } = input;
  const usable = isCount(t) && isUsable(estimate) && isUsable(sd) && sd >= 0;
  if (!(t >= 1) || !usable || !isTime(tOpt) || !validLevel(alpha)) {
    const fault: readonly Warning[] = [t >= 1 ? 'degenerate_input' : 'no_data'];
    return { ...noEstimate(method, 0, fault), halfWidth: null, rho: null };
  }
  const twice = -2 * Math.log(alpha);
  const rho = Math.sqrt((twice + Math.log(twice + 1)) / tOpt);
  const time = t * rho * rho;
  const root = Math.sqrt(((2 * (time + 1)) / (t * time)) * Math.log(Math.sqrt(time + 1) / alpha));
  const halfWidth = sd * root;
  const early = t < startAt;
  return {
    estimate,
    interval: early ? null : interval(estimate - halfWidth, estimate + halfWidth, 1 - alpha),
    method,
    n: t,
    nClusters: t,
    warnings: early ? ['asymptotic_too_early'] : [],
    halfWidth,
    rho,
  };
}

/** ρ that makes a mixture tightest at intrinsic time v (Howard et al. 2021, eq. 26 approximation). */
function mixtureRho(v: number, alpha: number): number {
  const twice = 2 * -Math.log(alpha);
  return v / (twice + Math.log1p(twice));
}

/** A positive intrinsic time within the range where the mixtures can be computed. */
function isTime(v: number): boolean {
  return v > 1e-10 && isCount(v);
}

function validLevel(alpha: number): boolean {
  return alpha > 0 && alpha < 1;
}

function mixtureLog(
  { successes, trials }: BernoulliCounts,
  p: number,
  prior: { readonly a: number; readonly b: number },
): number {
  const failures = trials - successes;
  const likelihood =
    (successes === 0 ? 0 : successes * Math.log(p)) +
    (failures === 0 ? 0 : failures * Math.log1p(-p));
  return logBeta(prior.a + successes, prior.b + failures) - logBeta(prior.a, prior.b) - likelihood;
}

interface SequenceInput {
  readonly alpha: number;
  readonly method: string;
  readonly logMixture: (p: number) => number;
}

function bernoulliSequence(counts: BernoulliCounts, input: SequenceInput): BetaMixture {
  const { successes, trials } = counts;
  const { alpha, method, logMixture } = input;
  if (!isCount(trials) || !isCount(successes) || successes > trials || !validLevel(alpha)) {
    return { ...noEstimate(method, 0, ['degenerate_input']), logEValue: null };
  }
  if (trials === 0) return { ...noEstimate(method, 0, ['no_data']), logEValue: 0 };
  const rate = successes / trials;
  const limit = -Math.log(alpha);
  const gap = (p: number): number => logMixture(p) - limit;
  const edge = 1e-12;
  const inner = Math.min(1 - edge, Math.max(edge, rate));
  const low = gap(edge) > 0 && inner > edge ? findRoot(gap, edge, inner) : 0;
  const high = gap(1 - edge) > 0 && inner < 1 - edge ? findRoot(gap, inner, 1 - edge) : 1;
  return {
    estimate: rate,
    interval: interval(Math.min(low, rate), Math.max(high, rate), 1 - alpha),
    method,
    n: trials,
    nClusters: trials,
    warnings: [],
    logEValue: logMixture(0.5),
  };
}
