import { betaQuantile, betaQuantileUpper, normalCritical } from '../numerics/distributions.ts';
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
 * Question: how large is one rate? Estimator: x/n with the Wilson score interval. Assumes
 * independent observations with one rate. Reference: Wilson 1927; Newcombe 1998, Stat Med 17:857,
 * method 3. Fractional successes (ties as half) are accepted. Cost: constant.
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
 * Question: how large is one rate, with coverage guaranteed? Estimator: x/n with the
 * Clopper–Pearson interval from beta quantiles. Assumes independent observations; over-covers.
 * Reference: Clopper & Pearson 1934; Newcombe 1998, method 5. Cost: two beta quantiles.
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

/** Ends of the Wilson interval for a rate p in n trials and a normal or t quantile z. */
export function wilsonEnds(p: number, n: number, z: number): readonly [number, number] {
  const c = (z * z) / n;
  const centre = (p + c / 2) / (1 + c);
  const half = (Math.sqrt(c) * Math.sqrt(4 * p * (1 - p) + c)) / (2 * (1 + c));
  return [
    p === 0 ? 0 : Math.max(0, Math.min(p, centre - half)),
    p === 1 ? 1 : Math.min(1, Math.max(p, centre + half)),
  ];
}

export function proportionFault({ successes, n }: Proportion): readonly Warning[] | null {
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
