import {
  type Estimate,
  interval,
  isCount,
  isUsable,
  noEstimate,
  type Warning,
} from '../../../src/statistics/intervals/estimate.ts';
import { findRoot } from '../../../src/statistics/numerics/root.ts';
import { logBeta } from './log-beta.ts';

export interface BernoulliCounts {
  readonly successes: number;
  readonly trials: number;
}

export interface BetaMixture extends Estimate {
  /** log e-value against rate ½. */
  readonly logEValue: number | null;
}

/** Successes, and as many failures, that the mixture expects before the first trial. */
const PRIOR = 10;

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
  const { alpha = 0.05, priorA = PRIOR, priorB = PRIOR } = options;
  if (!isTime(priorA) || !isTime(priorB)) {
    const method = 'always-valid.beta-mixture';
    return { ...noEstimate(method, 0, ['invalid_option']), logEValue: null };
  }
  const logMixture = (p: number): number => mixtureLog(counts, p, { a: priorA, b: priorB });
  return bernoulliSequence(counts, { alpha, method: 'always-valid.beta-mixture', logMixture });
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
 * t only: the interval is withheld before 30 cases (`few_cases`) by default. Reference:
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
    warnings: early ? ['few_cases'] : [],
    halfWidth,
    rho,
  };
}

/** A positive intrinsic time within the range where the mixtures can be computed. */
export function isTime(v: number): boolean {
  return v > 1e-10 && isCount(v);
}

export function validLevel(alpha: number): boolean {
  return alpha > 0 && alpha < 1;
}

export function mixtureLog(
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

export function bernoulliSequence(counts: BernoulliCounts, input: SequenceInput): BetaMixture {
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
