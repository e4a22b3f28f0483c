import type { Clusters } from '../intervals/clusters.ts';
import {
  confidenceOf,
  type Estimate,
  type Interval,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from '../intervals/estimate.ts';
import { type Coefficient, linearisedError, linearisedInterval } from './linearised-interval.ts';
import type { RatingCounts } from './rating-counts.ts';
import { type Weights, weightMatrix } from './weights.ts';

export interface AgreementOptions {
  readonly weights?: Weights | undefined;
  /**
   * Scenario of each unit; units of one scenario vary together. By default, each unit is its own.
   */
  readonly clusters?: Clusters | undefined;
  readonly confidence?: number | undefined;
}

export interface Agreement extends Estimate {
  readonly standardError: number | null;
  /** Observed agreement p_a. */
  readonly observed: number | null;
  /** Agreement expected by chance p_e. */
  readonly expected: number | null;
}

/** Unit-level terms from which every coefficient and its error follow. */
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
  /** r_uk / r_u: share of each category in each unit. */
  readonly unitShares: Float64Array;
  readonly weights: Float64Array;
  readonly q: number;
  readonly ratings: number;
}

interface Chance {
  readonly expected: number;
  /** e_u: the unit's term of p_e. */
  readonly unitExpected: (unit: number) => number;
}

interface CoefficientKind {
  readonly name: string;
  readonly chance: (terms: AgreementTerms) => Chance;
  /** The linearised interval unless given. */
  readonly range?: (coefficient: Coefficient, confidence: number) => Interval | null;
}

/**
 * Shared frame of the coefficients (p_a − p_e)/(1 − p_e): the weighted observed agreement of Gwet
 * 2014, ch. 2–3, and the linearised standard error with the unit terms κ*_u. `chance` supplies p_e
 * and e_u. Cost: units × categories².
 */
export function chanceCorrected(
  input: RatingCounts,
  options: AgreementOptions,
  { name, chance, range = linearisedInterval }: CoefficientKind,
): Agreement {
  const terms = agreementTerms(input, options.weights ?? 'unweighted');
  const method = `agreement.${name}`;
  if (terms.pairable === 0)
    return undefinedAgreement(method, terms, warningList(input.warnings, ['no_data']));
  const { expected, unitExpected } = chance(terms);
  const room = 1 - expected;
  if (!(room > 1e-14)) {
    const warnings = warningList(input.warnings, ['no_variation']);
    return { ...undefinedAgreement(method, terms, warnings), observed: terms.observed, expected };
  }
  const estimate = (terms.observed - expected) / room;
  const deviations = new Float64Array(terms.units);
  for (let u = 0; u < terms.units; u += 1) {
    const own = (terms.unitAgreement[u] ?? 0) - expected * (terms.isPairable[u] ?? 0);
    const kappa = ((terms.units / terms.pairable) * own) / room;
    const linear = kappa - (2 * (1 - estimate) * (unitExpected(u) - expected)) / room;
    deviations[u] = linear - estimate;
  }
  const { clusters } = options;
  const standardError = linearisedError({ deviations, clusters });
  const groups = pairableGroups(terms, clusters);
  return {
    estimate,
    interval: range({ estimate, standardError, groups, room }, confidenceOf(options)),
    method,
    n: terms.ratings,
    nClusters: clusters?.count ?? terms.units,
    warnings: warningList(input.warnings, smallWarnings(groups), optionWarnings(options)),
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

/** Scenarios in which two annotators can agree; only these inform the interval. */
function pairableGroups({ isPairable, pairable }: AgreementTerms, clusters?: Clusters): number {
  if (clusters === undefined) return pairable;
  const seen = new Uint8Array(clusters.count);
  for (let u = 0; u < isPairable.length; u += 1) {
    if (isPairable[u] === 1) seen[clusters.index[u] ?? 0] = 1;
  }
  return seen.reduce((sum, mark) => sum + mark, 0);
}

export function smallWarnings(groups: number): readonly Warning[] {
  if (groups === 1) return ['one_case'];
  return groups < 10 ? ['few_cases'] : [];
}

/** Ordered pairs of equal ratings in the unit whose counts begin at `from`. */
function equalPairs(counts: Float64Array, from: number, weights: Float64Array): number {
  const to = from + Math.sqrt(weights.length);
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const count = counts[at] ?? 0;
    sum += count * (count - 1);
  }
  return sum;
}

/** Weighted agreement over ordered pairs of ratings in the unit whose counts begin at `from`. */
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
