import { confidenceOf } from '../../../src/statistics/intervals/estimate.ts';
import {
  type AbilityFit,
  describeAbility,
  type Parameter,
} from '../../../src/statistics/pairwise/ability-fit.ts';

/**
 * Question: by how much is variant i better than variant j, in logits? Always from the variance of the
 * difference, V_ii + V_jj − 2 V_ij, never from two separate intervals. Model-based: for the clustered
 * interval see clustered-covariance. Cost: constant.
 */
export function abilityDifference(
  fit: AbilityFit,
  pair: readonly [number, number],
  options?: { readonly confidence?: number | undefined },
): Parameter {
  const confidence = confidenceOf(options);
  const size = fit.abilities?.length ?? 0;
  const [i, j] = pair;
  const a = fit.abilities?.[i];
  const b = fit.abilities?.[j];
  const base = { method: `${fit.method}.difference`, n: fit.n, nClusters: fit.nClusters };
  if (a === undefined || b === undefined || fit.covariance === null) {
    return { ...base, estimate: null, interval: null, standardError: null, warnings: fit.warnings };
  }
  const v = fit.covariance;
  const variance =
    (v[i * size + i] ?? 0) +
    (v[j * size + j] ?? 0) -
    (v[i * size + j] ?? 0) -
    (v[j * size + i] ?? 0);
  const described = describeAbility(a.estimate - b.estimate, variance, confidence);
  return { ...base, ...described, warnings: fit.warnings };
}
