import {
  betaQuantile,
  betaQuantileUpper,
  chiSquaredUpper,
  normalQuantileUpper,
  normalUpper,
  tQuantileUpper,
} from '../../../src/statistics/numerics/distributions.ts';
import { findRootAbove } from '../../../src/statistics/numerics/root.ts';
import {
  incompleteBeta,
  incompleteGamma,
  stirlingError,
} from '../../../src/statistics/numerics/special-functions.ts';

export function logGamma(x: number): number {
  if (!(x > 0)) return Number.POSITIVE_INFINITY;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + stirlingError(x);
}

export function normalLower(x: number): number {
  return normalUpper(-x);
}

export function normalQuantile(p: number): number {
  return p > 0.5 ? normalQuantileUpper(1 - p) : -normalQuantileUpper(p);
}

export function tQuantile(p: number, df: number): number {
  return p > 0.5 ? tQuantileUpper(1 - p, df) : -tQuantileUpper(p, df);
}

export function betaLower(x: number, a: number, b: number): number {
  return incompleteBeta(x, 1 - x, a, b).lower;
}

export function betaUpper(x: number, a: number, b: number): number {
  return incompleteBeta(x, 1 - x, a, b).upper;
}

export function fLower(f: number, df1: number, df2: number): number {
  if (!(f > 0)) return 0;
  const total = df2 + df1 * f;
  return incompleteBeta((df1 * f) / total, df2 / total, df1 / 2, df2 / 2).lower;
}

export function fQuantile(p: number, df1: number, df2: number): number {
  const x = betaQuantile(p, df1 / 2, df2 / 2);
  const complement = betaQuantileUpper(p, df2 / 2, df1 / 2);
  return (df2 * x) / (df1 * complement);
}

export function chiSquaredLower(x: number, df: number): number {
  return incompleteGamma(df / 2, x / 2).lower;
}

export function chiSquaredQuantile(p: number, df: number): number {
  if (!(p > 0)) return 0;
  if (!(p < 1)) return Number.POSITIVE_INFINITY;
  if (p > 0.5) return findRootAbove((x) => chiSquaredUpper(x, df) / (1 - p) - 1, 0);
  return findRootAbove((x) => 1 - chiSquaredLower(x, df) / p, 0);
}
