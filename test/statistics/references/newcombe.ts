import {
  confidenceOf,
  type Estimate,
  interval,
  noEstimate,
  optionWarnings,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import {
  type ConfidenceOption,
  type Proportion,
  proportionFault,
  wilsonEnds,
} from '../../../src/statistics/intervals/proportions.ts';
import { normalCritical, normalUpper } from '../../../src/statistics/numerics/distributions.ts';
import { normalLower } from './distributions.ts';

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

function pooledP(first: Proportion, second: Proportion): number | null {
  const pooled = (first.successes + second.successes) / (first.n + second.n);
  const variance = pooled * (1 - pooled) * (1 / first.n + 1 / second.n);
  if (!(variance > 0)) return null;
  const z = (first.successes / first.n - second.successes / second.n) / Math.sqrt(variance);
  return Math.min(1, 2 * (z > 0 ? normalUpper(z) : normalLower(z)));
}
