import { normalUpper } from '../../../src/statistics/numerics/distributions.ts';
import { expectationOverScale } from './quadrature.ts';

/**
 * P(T > t) for T noncentral t with `df` degrees of freedom and noncentrality `ncp`: the mean over the
 * chi scale S of P(Z > t S − ncp). Needed for the power of t tests. Quadrature, about 400 normal
 * tails; absolute error near 1e-12.
 */
export function noncentralTUpper(t: number, df: number, ncp: number): number {
  if (df > 1e9) return normalUpper(t - ncp);
  return expectationOverScale((s) => normalUpper(t * s - ncp), df, 400);
}
