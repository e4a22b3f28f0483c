import {
  type Alternative,
  finiteOrNull,
  isUsable,
} from '../../../src/statistics/intervals/estimate.ts';
import {
  normalQuantileUpper,
  normalUpper,
  tQuantileUpper,
} from '../../../src/statistics/numerics/distributions.ts';
import { findRoot, findRootAbove } from '../../../src/statistics/numerics/root.ts';
import { normalLower } from './distributions.ts';
import { noncentralTUpper } from './noncentral-t.ts';
import { isLevel } from './options.ts';
import { noPower, type PowerOptions, type PowerResult, powerResult } from './sign-test-power.ts';

export interface TDesign {
  readonly delta: number;
  readonly sd: number;
  readonly kind: 'paired' | 'one-sample' | 'two-sample';
}

/**
 * Question: how likely is a t test to find a mean difference of this size with n cases (n per group for
 * two samples)? Noncentral t, upper tail only as usual (`strict` adds the other one). Assumes normal
 * differences and independent cases. Reference: Cohen 1988. Cost: about 400 normal tails.
 */
export function tTestPower(
  design: TDesign,
  n: number,
  options: PowerOptions & { readonly strict?: 'on' | 'off' | undefined } = {},
): PowerResult {
  const method = `power.t.${design.kind}`;
  const effect = Math.abs(design.delta) / design.sd;
  const known = n > 1 && isUsable(n) && design.sd > 0 && isUsable(effect);
  if (!known || !isLevel(options.alpha)) return noPower(method);
  const alpha = options.alpha ?? 0.05;
  const twoSamples = design.kind === 'two-sample';
  const df = twoSamples ? 2 * n - 2 : n - 1;
  const ncp = (Math.sqrt(twoSamples ? n / 2 : n) * Math.abs(design.delta)) / design.sd;
  const sides = options.alternative === 'one-sided' ? 1 : 2;
  const critical = tQuantileUpper(alpha / sides, df);
  const upper = noncentralTUpper(critical, df, ncp);
  const other = sides === 2 && options.strict === 'on' ? noncentralTUpper(critical, df, -ncp) : 0;
  return powerResult(method, n, Math.min(1, upper + other));
}

/** Cases (per group for two samples) for the given power; real-valued, by root search. */
export function tTestSampleSize(
  design: TDesign,
  power: number,
  options: PowerOptions = {},
): PowerResult {
  const at = (n: number): number => tTestPower(design, n, options).power ?? 0;
  return solveSize(`power.t.${design.kind}`, { at, power, least: 1.01, effect: design.delta });
}

/**
 * Question: which mean difference would n cases find with the given power? Root search over the
 * difference; the answer is the estimate. Assumes as `tTestPower`.
 */
export function tTestDetectable(
  design: Omit<TDesign, 'delta'>,
  n: number,
  options: PowerOptions & { readonly power?: number | undefined } = {},
): PowerResult {
  const method = `power.t.${design.kind}.detectable`;
  const target = options.power ?? 0.8;
  const gap = (delta: number): number =>
    target - (tTestPower({ ...design, delta }, n, options).power ?? Number.NaN);
  if (!(target > 0 && target < 1) || Number.isNaN(gap(design.sd)) || gap(0) <= 0)
    return noPower(method);
  return { ...powerResult(method, n, target), estimate: findRootAbove(gap, 0) };
}

/**
 * Question: how likely is a test of one rate against p0 to notice p1? Arcsine effect size h = 2 asin√p1 −
 * 2 asin√p0. Reference: Cohen 1988, ch. 6. Give h directly when it is known. Cost: constant.
 */
export function oneProportionPower(
  h: number,
  n: number,
  options: { readonly alpha?: number; readonly alternative?: Alternative } = {},
): PowerResult {
  const method = 'power.one-proportion';
  if (!(n > 0) || !isUsable(n) || !isUsable(h) || !isLevel(options.alpha)) return noPower(method);
  const { alpha = 0.05, alternative = 'two-sided' } = options;
  const shift = h * Math.sqrt(n);
  if (alternative === 'two-sided') {
    const z = normalQuantileUpper(alpha / 2);
    return powerResult(method, n, normalLower(shift - z) + normalLower(-shift - z));
  }
  const z = normalQuantileUpper(alpha);
  return powerResult(method, n, normalUpper(z - (alternative === 'greater' ? shift : -shift)));
}

export function oneProportionSampleSize(
  h: number,
  power: number,
  options: { readonly alpha?: number; readonly alternative?: Alternative } = {},
): PowerResult {
  const at = (n: number): number => oneProportionPower(h, n, options).power ?? 0;
  return solveSize('power.one-proportion', { at, power, least: 1e-6, effect: h });
}

/** Cohen's h of a rate against a reference rate. */
export function arcsineEffect(p1: number, p0: number): number {
  return 2 * Math.asin(Math.sqrt(p1)) - 2 * Math.asin(Math.sqrt(p0));
}

export interface TwoRates {
  readonly p1: number;
  readonly p2: number;
}

/**
 * Question: how likely are two independent rates, n observations each, to be distinguished? Normal
 * approximation with the pooled variance in the critical value. Reference: Fleiss 1981. Cost: constant.
 */
export function twoProportionPower(
  { p1, p2 }: TwoRates,
  n: number,
  options: PowerOptions & { readonly strict?: 'on' | 'off' | undefined } = {},
): PowerResult {
  const method = 'power.two-proportions';
  const valid = [p1, p2].every((p) => p >= 0 && p <= 1);
  if (!(n > 0) || !isUsable(n) || !valid || !isLevel(options.alpha)) return noPower(method);
  const sides = options.alternative === 'one-sided' ? 1 : 2;
  const z = normalQuantileUpper((options.alpha ?? 0.05) / sides);
  const pooled = Math.sqrt((p1 + p2) * (1 - (p1 + p2) / 2));
  const own = Math.sqrt(p1 * (1 - p1) + p2 * (1 - p2));
  if (!(own > 0)) return noPower(method);
  const shift = Math.sqrt(n) * Math.abs(p1 - p2);
  const other =
    sides === 2 && options.strict === 'on' ? normalUpper((shift + z * pooled) / own) : 0;
  return powerResult(method, n, normalLower((shift - z * pooled) / own) + other);
}

export function twoProportionSampleSize(
  rates: TwoRates,
  power: number,
  options: PowerOptions = {},
): PowerResult {
  const at = (n: number): number => twoProportionPower(rates, n, options).power ?? 0;
  const effect = rates.p1 - rates.p2;
  return solveSize('power.two-proportions', { at, power, least: 1e-6, effect });
}

/** Standard deviation of paired differences from those of the two scores and their correlation. */
export function pairedSd(sdA: number, sdB: number, correlation: number): number | null {
  return finiteOrNull(Math.sqrt(sdA ** 2 + sdB ** 2 - 2 * correlation * sdA * sdB));
}

interface SizeSearch {
  readonly at: (n: number) => number;
  readonly power: number;
  readonly least: number;
  readonly effect: number;
}

function solveSize(method: string, { at, power, least, effect }: SizeSearch): PowerResult {
  if (!(power > 0 && power < 1) || effect === 0 || !Number.isFinite(effect)) return noPower(method);
  if (at(least) >= power) return { ...powerResult(method, least, power), sampleSize: least };
  let high = 2;
  while (at(high) < power && high < 1e12) high *= 2;
  if (high >= 1e12) return noPower(method);
  const n = findRoot((x) => at(x) - power, Math.max(least, high / 2 < 2 ? least : high / 2), high);
  return { ...powerResult(method, n, power), estimate: n, sampleSize: n };
}
