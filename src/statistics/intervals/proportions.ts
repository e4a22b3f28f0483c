import {
  betaQuantile,
  betaQuantileUpper,
  normalCritical,
  normalLower,
  normalUpper,
} from '../numerics/distributions.ts';
import {
  confidenceOf,
  type Estimate,
  interval,
  isCount,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from './estimate.ts';

export interface Proportion {
  readonly successes: number;
  readonly n: number;
}

export interface ConfidenceOption {
  readonly confidence?: number | undefined;
}

/**
 * Question: how large is one rate? Estimator: x/n with the Wilson score interval. Assumes independent
 * observations with one rate. Reference: Wilson 1927; Newcombe 1998, Stat Med 17:857, method 3.
 * Fractional successes (ties as half) are accepted. Cost: constant.
 */
export function wilsonInterval(data: Proportion, options?: ConfidenceOption): Estimate {
  const method = 'proportion.wilson';
  const fault = proportionFault(data);
  if (fault !== null) return noEstimate(method, 0, fault);
  const confidence = confidenceOf(options);
  const [low, high] = wilsonEnds(data.successes / data.n, data.n, normalCritical(confidence));
  return rate(data, method, {
    interval: interval(low, high, confidence),
    warnings: warningList(optionWarnings(options)),
  });
}

/**
 * Question: how large is one rate, with coverage guaranteed? Estimator: x/n with the Clopper–Pearson
 * interval from beta quantiles. Assumes independent observations; over-covers. Reference: Clopper &
 * Pearson 1934; Newcombe 1998, method 5. Cost: two beta quantiles.
 */
export function clopperPearsonInterval(data: Proportion, options?: ConfidenceOption): Estimate {
  const method = 'proportion.clopper-pearson';
  const fault = proportionFault(data);
  if (fault !== null) return noEstimate(method, 0, fault);
  const { successes, n } = data;
  const confidence = confidenceOf(options);
  const tail = (1 - confidence) / 2;
  const low = successes === 0 ? 0 : betaQuantile(tail, successes, n - successes + 1);
  const high = successes === n ? 1 : betaQuantileUpper(tail, successes + 1, n - successes);
  return rate(data, method, {
    interval: interval(low, high, confidence),
    warnings: warningList(optionWarnings(options)),
  });
}

export interface TwoProportions extends Estimate {
  /** Two-sided p-value of the pooled score test of equal rates; for the details only. */
  readonly pValue: number | null;
}

/**
 * Question: do two rates measured on different cases differ? Estimator: p1 − p2 with Newcombe's hybrid
 * of two Wilson intervals. Assumes two independent samples. Reference: Newcombe 1998, Stat Med 17:873,
 * method 10. Cost: constant.
 */
export function newcombeDifference(
  first: Proportion,
  second: Proportion,
  options?: ConfidenceOption,
): TwoProportions {
  const method = 'proportion-difference.newcombe';
  const fault = proportionFault(first) ?? proportionFault(second);
  if (fault !== null) return { ...noEstimate(method, 0, fault), pValue: null };
  const confidence = confidenceOf(options);
  const z = normalCritical(confidence);
  const p1 = first.successes / first.n;
  const p2 = second.successes / second.n;
  const [l1, u1] = wilsonEnds(p1, first.n, z);
  const [l2, u2] = wilsonEnds(p2, second.n, z);
  const d = p1 - p2;
  const n = first.n + second.n;
  const low = d - Math.hypot(p1 - l1, u2 - p2);
  const high = d + Math.hypot(u1 - p1, p2 - l2);
  return {
    estimate: d,
    interval: interval(Math.max(-1, low), Math.min(1, high), confidence),
    method,
    n,
    nClusters: n,
    warnings: warningList(optionWarnings(options)),
    pValue: pooledP(first, second),
  };
}

/** Ends of the Wilson interval for a rate p seen in n trials and a normal or t quantile z. */
function wilsonEnds(p: number, n: number, z: number): readonly [number, number] {
  const c = (z * z) / n;
  const centre = (p + c / 2) / (1 + c);
  const half = (Math.sqrt(c) * Math.sqrt(4 * p * (1 - p) + c)) / (2 * (1 + c));
  return [
    p === 0 ? 0 : Math.max(0, Math.min(p, centre - half)),
    p === 1 ? 1 : Math.min(1, Math.max(p, centre + half)),
  ];
}

function proportionFault({ successes, n }: Proportion): readonly Warning[] | null {
  if (!isCount(Math.abs(successes)) || !isCount(Math.abs(n))) return ['non_finite_excluded'];
  if (n <= 0) return ['no_data'];
  if (successes < 0 || successes > n) return ['degenerate_input'];
  return null;
}

function rate(
  { successes, n }: Proportion,
  method: string,
  rest: Pick<Estimate, 'interval' | 'warnings'>,
): Estimate {
  return { estimate: successes / n, method, n, nClusters: n, ...rest };
}

function pooledP(first: Proportion, second: Proportion): number | null {
  const pooled = (first.successes + second.successes) / (first.n + second.n);
  const variance = pooled * (1 - pooled) * (1 / first.n + 1 / second.n);
  if (!(variance > 0)) return null;
  const z = (first.successes / first.n - second.successes / second.n) / Math.sqrt(variance);
  return Math.min(1, 2 * (z > 0 ? normalUpper(z) : normalLower(z)));
}
