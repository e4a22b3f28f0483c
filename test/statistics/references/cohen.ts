import type { Agreement } from '../../../src/statistics/agreement/chance-corrected.ts';
import { type RatingCounts } from '../../../src/statistics/agreement/rating-counts.ts';
import { type Weights, weightMatrix } from '../../../src/statistics/agreement/weights.ts';
import type { Label } from '../../../src/statistics/intervals/clusters.ts';
import {
  confidenceOf,
  interval,
  isCount,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import { normalCritical, normalUpper } from '../../../src/statistics/numerics/distributions.ts';
import { countRatings, type Rating, usedCategories } from './rating-counts.ts';

export interface CohenOptions {
  readonly weights?: Weights | undefined;
  readonly confidence?: number | undefined;
  /** Values of the categories; equally spaced ranks unless given. */
  readonly scale?: readonly number[] | undefined;
}

export interface CohenKappa extends Agreement {
  /** Standard error if all agreement were chance; for the test only. */
  readonly nullError: number | null;
  readonly z: number | null;
  readonly pValue: number | null;
}

/**
 * Question: do two annotators agree beyond chance? Estimator: Cohen's (weighted) kappa of a square table
 * of counts, with the large-sample error for the interval and the error under chance for the test.
 * Assumes independent units and two fixed annotators. References: Cohen 1960, 1968; Fleiss, Cohen &
 * Everitt 1969. Cost: categories².
 */
export function cohenKappa(
  table: readonly (readonly number[])[],
  options: CohenOptions = {},
): CohenKappa {
  const method = 'agreement.cohen-kappa';
  const q = table.length;
  const cells = table.flatMap((row) => Array.from({ length: q }, (_, l) => row[l] ?? 0));
  const n = cells.reduce((sum, count) => sum + count, 0);
  const empty = {
    standardError: null,
    observed: null,
    expected: null,
    nullError: null,
    z: null,
    pValue: null,
  };
  if (!cells.every(isCount)) {
    return { ...noEstimate(method, 0, ['degenerate_input']), ...empty };
  }
  if (n === 0) return { ...noEstimate(method, 0, ['no_data']), ...empty };
  const scale = options.scale ?? Array.from({ length: q }, (_, k) => k + 1);
  const terms = kappaTerms(
    cells.map((count) => count / n),
    weightMatrix(options.weights ?? 'unweighted', scale),
  );
  const { observed, expected } = terms;
  if (!(1 - expected > 1e-14)) {
    return { ...noEstimate(method, n, ['no_variation']), ...empty, observed, expected };
  }
  const kappa = (observed - expected) / (1 - expected);
  const standardError = terms.error(kappa) / Math.sqrt(n);
  const nullError = terms.nullError / Math.sqrt(n);
  const confidence = confidenceOf(options);
  const half = normalCritical(confidence) * standardError;
  const z = nullError > 0 ? kappa / nullError : null;
  const small: readonly Warning[] = n < 10 ? ['few_cases'] : [];
  const flat: readonly Warning[] = standardError > 0 ? [] : ['zero_variance'];
  return {
    estimate: kappa,
    interval:
      standardError > 0 ? interval(kappa - half, Math.min(1, kappa + half), confidence) : null,
    method,
    n,
    nClusters: n,
    warnings: warningList(small, flat, optionWarnings(options)),
    standardError,
    observed,
    expected,
    nullError,
    z,
    pValue: z === null ? null : Math.min(1, 2 * normalUpper(Math.abs(z))),
  };
}

export interface CrossTable {
  readonly table: readonly (readonly number[])[];
  readonly categories: readonly Label[];
}

/** Square table of two annotators over the categories used (or given); pairs with a gap are left out. */
export function crossTable(
  first: readonly Rating[],
  second: readonly Rating[],
  categories?: readonly Label[],
): CrossTable {
  const used = categories ?? usedCategories([first, second]);
  const place = new Map(used.map((category, k) => [category, k]));
  const table = used.map(() => used.map(() => 0));
  first.forEach((rating, unit) => {
    const other = second[unit] ?? null;
    const k = rating === null ? undefined : place.get(rating);
    const l = other === null ? undefined : place.get(other);
    const row = k === undefined ? undefined : table[k];
    if (row !== undefined && l !== undefined) row[l] = (row[l] ?? 0) + 1;
  });
  return { table, categories: used };
}

/** The same table as counts of two ratings per unit, for Scott's pi, AC1 and Brennan–Prediger. */
export function countsFromCrossTable(
  table: readonly (readonly number[])[],
  categories?: readonly Label[],
): RatingCounts {
  const names = categories ?? table.map((_, k) => k + 1);
  const rows = table.flatMap((row, k) =>
    row.flatMap((count, l) =>
      Array.from({ length: Math.round(count) }, () => [names[k] ?? null, names[l] ?? null]),
    ),
  );
  return countRatings(rows, names);
}

function kappaTerms(cells: readonly number[], weights: Float64Array) {
  const q = Math.sqrt(cells.length);
  const rows = Array.from({ length: q }, (_, k) => sumOver(q, (l) => cells[k * q + l] ?? 0));
  const columns = Array.from({ length: q }, (_, l) => sumOver(q, (k) => cells[k * q + l] ?? 0));
  const w = (k: number, l: number): number => weights[k * q + l] ?? 0;
  const rowMean = rows.map((_, k) => sumOver(q, (l) => w(k, l) * (columns[l] ?? 0)));
  const columnMean = columns.map((_, l) => sumOver(q, (k) => w(k, l) * (rows[k] ?? 0)));
  const over = (f: (k: number, l: number) => number): number =>
    sumOver(q, (k) => sumOver(q, (l) => f(k, l)));
  const observed = over((k, l) => w(k, l) * (cells[k * q + l] ?? 0));
  const chance = (k: number, l: number): number => (rows[k] ?? 0) * (columns[l] ?? 0);
  const expected = over((k, l) => w(k, l) * chance(k, l));
  const margin = (k: number, l: number): number => (rowMean[k] ?? 0) + (columnMean[l] ?? 0);
  const error = (kappa: number): number => {
    const spread = over(
      (k, l) => (cells[k * q + l] ?? 0) * (w(k, l) - margin(k, l) * (1 - kappa)) ** 2,
    );
    const centre = kappa - expected * (1 - kappa);
    return Math.sqrt(Math.max(0, spread - centre ** 2)) / (1 - expected);
  };
  const nullSpread = over((k, l) => chance(k, l) * (w(k, l) - margin(k, l)) ** 2);
  const nullError = Math.sqrt(Math.max(0, nullSpread - expected ** 2)) / (1 - expected);
  return { observed, expected, error, nullError };
}

function sumOver(size: number, f: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < size; i += 1) sum += f(i);
  return sum;
}
