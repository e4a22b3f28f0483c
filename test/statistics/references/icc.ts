import {
  confidenceOf,
  type Estimate,
  type Interval,
  interval,
  isUsable,
  noEstimate,
  optionWarnings,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import { fUpper } from '../../../src/statistics/numerics/distributions.ts';
import { mean, preciseSum } from '../../../src/statistics/numerics/linalg.ts';
import { fQuantile } from './distributions.ts';

export type IccForm = 'ICC1' | 'ICC2' | 'ICC3' | 'ICC1k' | 'ICC2k' | 'ICC3k';

interface Icc extends Estimate {
  readonly f: number | null;
  readonly df1: number | null;
  readonly df2: number | null;
  readonly pValue: number | null;
}

export interface IccFamily {
  readonly method: string;
  readonly n: number;
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
  readonly forms: Readonly<Record<IccForm, Icc>>;
}

/**
 * Question: how reliable are numeric scores? Estimator: the six Shrout–Fleiss intraclass correlations
 * from two-way mean squares, single and averaged ratings, with F limits. ICC2 (any annotator, absolute
 * agreement) and ICC2k are the ones to show. Assumes a complete targets × judges table (incomplete
 * targets are left out) and normal errors. Reference: Shrout & Fleiss 1979, Psychol Bull 86:420.
 * Cost: one pass.
 */
export function intraclassCorrelations(
  ratings: readonly (readonly (number | null)[])[],
  options?: { readonly confidence?: number | undefined },
): IccFamily {
  const k = Math.max(0, ...ratings.map((row) => row.length));
  const rows = ratings.filter(
    (row) => row.length === k && row.every((value) => value !== null && isUsable(value)),
  ) as readonly (readonly number[])[]; // filter above leaves finite numbers only
  const n = rows.length;
  const missing: readonly Warning[] = n < ratings.length ? ['missing_excluded'] : [];
  const confidence = confidenceOf(options);
  const squares = meanSquares(rows, k);
  const fault: readonly Warning[] =
    n === 0 ? ['no_data'] : k < 2 ? ['one_annotator'] : n < 2 ? ['one_case'] : [];
  const warnings = warningList(missing, fault, optionWarnings(options));
  const base = { method: 'agreement.icc', n: n * k, nClusters: n, warnings };
  const shape: Shape = { n, k, confidence, warnings };
  const undefinedForm = (form: IccForm): Icc => ({
    ...noEstimate(
      `agreement.icc.${form}`,
      n * k,
      warningList(warnings, fault.length > 0 ? [] : ['no_variation']),
    ),
    f: null,
    df1: null,
    df2: null,
    pValue: null,
  });
  const build = (form: IccForm): Icc =>
    fault.length > 0 ? undefinedForm(form) : (iccForm(form, squares, shape) ?? undefinedForm(form));
  return {
    ...base,
    forms: {
      ICC1: build('ICC1'),
      ICC2: build('ICC2'),
      ICC3: build('ICC3'),
      ICC1k: build('ICC1k'),
      ICC2k: build('ICC2k'),
      ICC3k: build('ICC3k'),
    },
  };
}

interface MeanSquares {
  readonly between: number;
  readonly judges: number;
  readonly within: number;
  readonly error: number;
}

interface Shape {
  readonly n: number;
  readonly k: number;
  readonly confidence: number;
  readonly warnings: readonly Warning[];
}

function meanSquares(rows: readonly (readonly number[])[], k: number): MeanSquares {
  const n = rows.length;
  const all = mean(rows.flat());
  const rowMeans = rows.map((row) => mean(row));
  const columnMeans = Array.from({ length: k }, (_, j) => mean(rows.map((row) => row[j] ?? 0)));
  const between = k * preciseSum(rowMeans.map((m) => (m - all) ** 2));
  const judges = n * preciseSum(columnMeans.map((m) => (m - all) ** 2));
  const within = preciseSum(
    rows.flatMap((row, i) => row.map((value) => (value - (rowMeans[i] ?? 0)) ** 2)),
  );
  const error = preciseSum(
    rows.flatMap((row, i) =>
      row.map((value, j) => (value - (rowMeans[i] ?? 0) - (columnMeans[j] ?? 0) + all) ** 2),
    ),
  );
  return {
    between: between / (n - 1),
    judges: judges / (k - 1),
    within: within / (n * (k - 1)),
    error: error / ((n - 1) * (k - 1)),
  };
}

function iccForm(form: IccForm, squares: MeanSquares, shape: Shape): Icc | null {
  const { n, k } = shape;
  const oneWay = form === 'ICC1' || form === 'ICC1k';
  const bottom = oneWay ? squares.within : squares.error;
  const df1 = n - 1;
  const df2 = oneWay ? n * (k - 1) : (n - 1) * (k - 1);
  const estimate = pointEstimate(form, squares, shape);
  if (!Number.isFinite(estimate)) return null;
  const f = bottom > 0 ? squares.between / bottom : null;
  return {
    estimate,
    interval: f === null ? null : limits(form, squares, { ...shape, f, df1, df2 }),
    method: `agreement.icc.${form}`,
    n: n * k,
    nClusters: n,
    warnings: warningList(shape.warnings, f === null ? ['zero_variance'] : []),
    f,
    df1,
    df2,
    pValue: f === null ? null : fUpper(f, df1, df2),
  };
}

function pointEstimate(form: IccForm, s: MeanSquares, { n, k }: Shape): number {
  switch (form) {
    case 'ICC1':
      return (s.between - s.within) / (s.between + (k - 1) * s.within);
    case 'ICC2':
      return (
        (s.between - s.error) / (s.between + (k - 1) * s.error + (k * (s.judges - s.error)) / n)
      );
    case 'ICC3':
      return (s.between - s.error) / (s.between + (k - 1) * s.error);
    case 'ICC1k':
      return (s.between - s.within) / s.between;
    case 'ICC2k':
      return (s.between - s.error) / (s.between + (s.judges - s.error) / n);
    case 'ICC3k':
      return (s.between - s.error) / s.between;
  }
}

interface LimitShape extends Shape {
  readonly f: number;
  readonly df1: number;
  readonly df2: number;
}

function limits(form: IccForm, s: MeanSquares, shape: LimitShape): Interval | null {
  const { k, confidence, f, df1, df2 } = shape;
  if (form === 'ICC2' || form === 'ICC2k') return absoluteLimits(form, s, shape);
  const p = (1 + confidence) / 2;
  const low = f / fQuantile(p, df1, df2);
  const high = f * fQuantile(p, df2, df1);
  if (form === 'ICC1' || form === 'ICC3') {
    return interval((low - 1) / (low + k - 1), (high - 1) / (high + k - 1), confidence);
  }
  return interval(1 - 1 / low, 1 - 1 / high, confidence);
}

/** McGraw & Wong 1996 limits with Satterthwaite degrees of freedom. */
function absoluteLimits(
  form: 'ICC2' | 'ICC2k',
  s: MeanSquares,
  shape: LimitShape,
): Interval | null {
  const { n, k, confidence } = shape;
  const p = (1 + confidence) / 2;
  const rho = pointEstimate('ICC2', s, shape);
  const fJudges = s.judges / s.error;
  const rest = n * (1 + (k - 1) * rho) - k * rho;
  const top = (k - 1) * (n - 1) * (k * rho * fJudges + rest) ** 2;
  const df = top / ((n - 1) * k ** 2 * rho ** 2 * fJudges ** 2 + rest ** 2);
  if (!(df > 0)) return null;
  const above = fQuantile(p, n - 1, df);
  const under = fQuantile(p, df, n - 1);
  const spread = k * s.judges + (k * n - k - n) * s.error;
  const low = (n * (s.between - above * s.error)) / (above * spread + n * s.between);
  const high = (n * (under * s.between - s.error)) / (spread + n * under * s.between);
  if (form === 'ICC2') return interval(low, high, confidence);
  const averaged = (value: number): number => (value * k) / (1 + value * (k - 1));
  return interval(averaged(low), averaged(high), confidence);
}
