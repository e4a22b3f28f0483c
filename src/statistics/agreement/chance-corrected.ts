import {
  confidenceOf,
  type Estimate,
  interval,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from '../intervals/estimate.ts';
import { tCritical } from '../numerics/distributions.ts';
import type { RatingCounts } from './rating-counts.ts';
import { type Weights, weightMatrix } from './weights.ts';

export interface AgreementOptions {
  readonly weights?: Weights | undefined;
  readonly confidence?: number | undefined;
}

export interface Agreement extends Estimate {
  readonly standardError: number | null;
  /** Observed agreement p_a. */
  readonly observed: number | null;
  /** Agreement expected by chance p_e. */
  readonly expected: number | null;
}

/** Unit-level pieces from which every coefficient and its error follow. */
export interface AgreementTerms {
  readonly units: number;
  /** Units with two or more ratings. */
  readonly pairable: number;
  /** a_u: weighted agreement inside the unit, 0 when not pairable. */
  readonly unitAgreement: Float64Array;
  readonly isPairable: Uint8Array;
  readonly observed: number;
  /** π_k: mean over units of the share of category k. */
  readonly shares: Float64Array;
  /** Σ_l w_kl r_ul / r_u summed as needed: share of each category in each unit. */
  readonly unitShares: Float64Array;
  readonly weights: Float64Array;
  readonly q: number;
  readonly ratings: number;
}

export interface Chance {
  readonly expected: number;
  /** e_u: the unit's term of p_e. */
  readonly unitExpected: (unit: number) => number;
}

/**
 * Shared frame of the coefficients (p_a − p_e)/(1 − p_e): the weighted observed agreement of Gwet 2014,
 * ch. 2–3, and the linearised standard error with the unit terms κ*_u. `chance` supplies p_e and e_u.
 * Cost: units × categories².
 */
export function chanceCorrected(
  input: RatingCounts,
  options: AgreementOptions,
  coefficient: { readonly name: string; readonly chance: (terms: AgreementTerms) => Chance },
): Agreement {
  const terms = agreementTerms(input, options.weights ?? 'unweighted');
  const method = `agreement.${coefficient.name}`;
  if (terms.pairable === 0)
    return undefinedAgreement(method, terms, warningList(input.warnings, ['no_data']));
  const { expected, unitExpected } = coefficient.chance(terms);
  const room = 1 - expected;
  if (!(room > 1e-14)) {
    const warnings = warningList(input.warnings, ['no_variation']);
    return { ...undefinedAgreement(method, terms, warnings), observed: terms.observed, expected };
  }
  const estimate = (terms.observed - expected) / room;
  const linear = new Float64Array(terms.units);
  for (let u = 0; u < terms.units; u += 1) {
    const own = (terms.unitAgreement[u] ?? 0) - expected * (terms.isPairable[u] ?? 0);
    const kappa = ((terms.units / terms.pairable) * own) / room;
    linear[u] = kappa - (2 * (1 - estimate) * (unitExpected(u) - expected)) / room;
  }
  const standardError = unitError(linear, estimate);
  return {
    estimate,
    interval:
      standardError === null
        ? null
        : agreementInterval({ estimate, standardError, units: terms.units }, confidenceOf(options)),
    method,
    n: terms.ratings,
    nClusters: terms.units,
    warnings: warningList(input.warnings, smallWarnings(terms.pairable), optionWarnings(options)),
    standardError,
    observed: terms.observed,
    expected,
  };
}

function agreementTerms(input: RatingCounts, weights: Weights): AgreementTerms {
  const { counts } = input;
  const q = input.categories.length;
  const matrix = weightMatrix(weights, input.categories);
  const agreeing = weights === 'unweighted' ? equalPairs : weightedPairs;
  const unitAgreement = new Float64Array(input.units);
  const isPairable = new Uint8Array(input.units);
  const unitShares = new Float64Array(input.units * q);
  const shares = new Float64Array(q);
  let rated = 0;
  let pairable = 0;
  let observed = 0;
  let ratings = 0;
  for (let u = 0; u < input.units; u += 1) {
    let total = 0;
    for (let at = u * q; at < (u + 1) * q; at += 1) total += counts[at] ?? 0;
    ratings += total;
    if (total === 0) continue;
    rated += 1;
    for (let k = 0; k < q; k += 1) {
      const share = (counts[u * q + k] ?? 0) / total;
      unitShares[u * q + k] = share;
      shares[k] = (shares[k] ?? 0) + share;
    }
    if (total < 2) continue;
    pairable += 1;
    isPairable[u] = 1;
    const alike = agreeing(counts, u * q, matrix) / (total * (total - 1));
    unitAgreement[u] = alike;
    observed += alike;
  }
  return {
    units: input.units,
    pairable,
    unitAgreement,
    isPairable,
    observed: observed / pairable,
    shares: shares.map((sum) => sum / rated),
    unitShares,
    weights: matrix,
    q,
    ratings,
  };
}

/** Sum of the unit's category shares times a value per category. */
export function unitMean(terms: AgreementTerms, unit: number, perCategory: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < terms.q; k += 1) {
    sum += (terms.unitShares[unit * terms.q + k] ?? 0) * (perCategory[k] ?? 0);
  }
  return sum;
}

/** √(Σ(x_u − x̄)²/(N(N−1))). */
function unitError(linear: Float64Array, centre: number): number | null {
  const units = linear.length;
  if (units < 2) return null;
  const squares = linear.reduce((sum, x) => sum + (x - centre) ** 2, 0);
  return Math.sqrt(squares / (units * (units - 1)));
}

interface UnitEstimate {
  readonly estimate: number;
  readonly standardError: number;
  readonly units: number;
}

/** Linearised error with t quantiles; never above 1. */
function agreementInterval({ estimate, standardError, units }: UnitEstimate, confidence: number) {
  const half = tCritical(confidence, units - 1) * standardError;
  return interval(estimate - half, Math.min(1, estimate + half), confidence);
}

export function smallWarnings(pairable: number): readonly Warning[] {
  if (pairable === 1) return ['one_case'];
  return pairable < 10 ? ['few_cases'] : [];
}

/** Of the unit whose counts begin at `from`, where only equal ratings agree. */
function equalPairs(counts: Float64Array, from: number, weights: Float64Array): number {
  const to = from + Math.sqrt(weights.length);
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const count = counts[at] ?? 0;
    sum += count * (count - 1);
  }
  return sum;
}

/** Of the unit whose counts begin at `from`. */
function weightedPairs(counts: Float64Array, from: number, weights: Float64Array): number {
  const q = Math.sqrt(weights.length);
  let sum = 0;
  for (let k = 0; k < q; k += 1) {
    const count = counts[from + k] ?? 0;
    if (count === 0) continue;
    let weighted = -1;
    for (let l = 0; l < q; l += 1) weighted += (weights[k * q + l] ?? 0) * (counts[from + l] ?? 0);
    sum += count * weighted;
  }
  return sum;
}

function undefinedAgreement(
  method: string,
  terms: AgreementTerms,
  warnings: readonly Warning[],
): Agreement {
  return {
    ...noEstimate(method, terms.ratings, warnings),
    nClusters: terms.units,
    standardError: null,
    observed: terms.pairable > 0 ? terms.observed : null,
    expected: null,
  };
}
