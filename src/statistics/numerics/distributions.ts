import { findRoot, findRootAbove } from './root.ts';
import {
  binomialMass,
  gammaFraction,
  incompleteBeta,
  incompleteGamma,
} from './special-functions.ts';

/**
 * Distribution functions and quantiles. Tails are computed directly, never as one minus the other
 * tail, so that small probabilities keep their relative precision. Quantiles solve the tail that is
 * the smaller one. Out-of-range arguments give the limit (0, 1 or an infinity); callers that could
 * pass such arguments turn infinities into `null`.
 */
export function normalUpper(x: number): number {
  if (x < 0) return 1 - normalUpper(-x);
  if (x > 40) return 0;
  const t = (x * x) / 2;
  if (x < 2) return 0.5 - 0.5 * errorSeries(x);
  return (x * Math.exp(-t) * gammaFraction(0.5, t)) / Math.sqrt(8 * Math.PI);
}

function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** z with upper tail probability q. */
export function normalQuantileUpper(q: number): number {
  if (!(q > 0)) return Number.POSITIVE_INFINITY;
  if (!(q < 1)) return Number.NEGATIVE_INFINITY;
  if (q === 0.5) return 0;
  if (q > 0.5) return -normalQuantileUpper(1 - q);
  let z = roughNormalQuantile(q);
  for (let step = 0; step < 3; step += 1) {
    const ratio = (normalUpper(z) - q) / normalDensity(z);
    z += ratio / (1 - (z * ratio) / 2);
  }
  return z;
}

/** Two-sided critical value: the normal quantile at (1 + confidence) / 2. */
export function normalCritical(confidence: number): number {
  return normalQuantileUpper((1 - confidence) / 2);
}

/** Above this many degrees of freedom t and normal agree to 1e-9. */
const NORMAL_DF = 1e9;

export function tUpper(t: number, df: number): number {
  if (df > NORMAL_DF) return normalUpper(t);
  if (t < 0) return 1 - tUpper(-t, df);
  const square = t * t;
  if (!Number.isFinite(square)) return 0;
  return incompleteBeta(df / (df + square), square / (df + square), df / 2, 0.5).lower / 2;
}

export function tLower(t: number, df: number): number {
  return tUpper(-t, df);
}

export function tQuantileUpper(q: number, df: number): number {
  if (df > NORMAL_DF) return normalQuantileUpper(q);
  if (!(q > 0)) return Number.POSITIVE_INFINITY;
  if (!(q < 1)) return Number.NEGATIVE_INFINITY;
  if (q === 0.5) return 0;
  if (q > 0.5) return -tQuantileUpper(1 - q, df);
  return findRootAbove((t) => tUpper(t, df) / q - 1, normalQuantileUpper(q) * 0.999999);
}

/** Two-sided critical value of Student's t. */
export function tCritical(confidence: number, df: number): number {
  return tQuantileUpper((1 - confidence) / 2, df);
}

export function betaQuantile(p: number, a: number, b: number): number {
  return betaQuantilePair(p, a, b).x;
}

export function betaQuantileUpper(q: number, a: number, b: number): number {
  return betaQuantilePair(q, b, a).complement;
}

export function fUpper(f: number, df1: number, df2: number): number {
  if (!(f > 0)) return 1;
  if (!Number.isFinite(df2)) return chiSquaredUpper(f * df1, df1);
  const total = df2 + df1 * f;
  return incompleteBeta(df2 / total, (df1 * f) / total, df2 / 2, df1 / 2).lower;
}

export function chiSquaredUpper(x: number, df: number): number {
  return incompleteGamma(df / 2, x / 2).upper;
}

/** P(X ≤ k) for X ~ Binomial(n, p). */
export function binomialLower(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return incompleteBeta(1 - p, p, n - k, k + 1).lower;
}

/** P(X ≥ k) for X ~ Binomial(n, p). */
export function binomialUpper(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n) return 0;
  return incompleteBeta(p, 1 - p, k, n - k + 1).lower;
}

export { binomialMass };

/** (2/√π) ∫ e^−s² for x/√2, by the series with positive terms. */
function errorSeries(x: number): number {
  const square = x * x;
  let term = x;
  let sum = x;
  for (let n = 1; n < 500; n += 1) {
    term *= square / (2 * n + 1);
    sum += term;
    if (term < sum * 1e-17) break;
  }
  return sum * Math.sqrt(2 / Math.PI) * Math.exp(-square / 2);
}

/** Abramowitz & Stegun 26.2.23, within 4.5e-4; the start of the iteration only. */
function roughNormalQuantile(q: number): number {
  const t = Math.sqrt(-2 * Math.log(q));
  const top = 2.515517 + t * (0.802853 + t * 0.010328);
  return t - top / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

interface BetaPoint {
  readonly x: number;
  readonly complement: number;
}

function betaQuantilePair(p: number, a: number, b: number): BetaPoint {
  if (!(p > 0)) return { x: 0, complement: 1 };
  if (!(p < 1)) return { x: 1, complement: 0 };
  const middle = incompleteBeta(0.5, 0.5, a, b).lower;
  const solveX = p <= middle;
  const gap = (x: number, complement: number): number => {
    const tails = incompleteBeta(x, complement, a, b);
    return p <= 0.5 ? tails.lower / p - 1 : 1 - tails.upper / (1 - p);
  };
  if (solveX) {
    const x = findRoot((v) => gap(v, 1 - v), 0, 0.5);
    return { x, complement: 1 - x };
  }
  const complement = findRoot((v) => gap(1 - v, v), 0, 0.5);
  return { x: 1 - complement, complement };
}
