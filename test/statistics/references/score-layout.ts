import {
  type AdjustedVariance,
  type ClusterTerms,
  plainVariance,
  prepareCr2,
} from '../../../src/statistics/intervals/cluster-adjustment.ts';
import {
  type Clusters,
  intersectClusters,
  type Label,
  numberClusters,
} from '../../../src/statistics/intervals/clusters.ts';
import {
  confidenceOf,
  type Estimate,
  interval,
  isUsable,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import { tCritical } from '../../../src/statistics/numerics/distributions.ts';
import {
  invertSymmetric,
  type Matrix,
  multiplyVector,
} from '../../../src/statistics/numerics/linalg.ts';

export interface Score {
  readonly case: Label;
  readonly annotator: Label;
  readonly variant: Label;
  readonly value: number | null;
}

interface LayoutContrast extends Estimate {
  readonly pair: readonly [Label, Label];
  readonly standardError: number | null;
  readonly df: number | null;
}

export interface ScoreLayout {
  readonly method: string;
  readonly n: number;
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
  /** Variants in sorted order. */
  readonly variants: readonly Label[];
  /** Effect of each variant relative to the first one; null when not identified. */
  readonly effects: readonly number[] | null;
  readonly contrasts: readonly LayoutContrast[];
  /** Influence of each case on each effect, for simultaneous intervals. */
  readonly influence: readonly Float64Array[];
  /** Annotators with their effect on the score (severity), sum zero; empty when not separable. */
  readonly severity: readonly { readonly annotator: Label; readonly effect: number }[];
}

/**
 * Question: how do the mean scores of several variants compare when not every annotator scored
 * everything? Estimator: least squares of score on variant, case and annotator; case effects are removed
 * by centring within cases (Frisch–Waugh), so cost does not grow with cases squared. Errors clustered by
 * case, and by annotator too when asked; CR2 below 30 clusters. Equals the paired mean when complete.
 * Where annotators and cases cannot be separated the annotator term is left out (`not_identified`).
 * Assumes additive effects and independent cases. Reference: Cameron, Gelbach & Miller 2011. Cost:
 * scores × (variants + annotators)².
 */
export function scoreLayout(
  scores: readonly Score[],
  options: {
    readonly confidence?: number | undefined;
    readonly scope?: 'cases' | 'cases-and-annotators' | undefined;
  } = {},
): ScoreLayout {
  const rows = scores.filter((s) => s.value !== null && isUsable(s.value));
  const missing: readonly Warning[] = rows.length < scores.length ? ['missing_excluded'] : [];
  const design = buildDesign(rows, 'with-annotators');
  const base = {
    method: 'score-layout.least-squares',
    n: rows.length,
    nClusters: design.cases.count,
  };
  const none = {
    variants: design.variants,
    effects: null,
    contrasts: [],
    influence: [],
    severity: [],
  };
  if (rows.length === 0) return { ...base, ...none, warnings: warningList(missing, ['no_data']) };
  const withAnnotators = design.size > 0 ? solve(design) : null;
  const fallback = withAnnotators === null ? buildDesign(rows, 'without-annotators') : design;
  const fit = withAnnotators ?? (fallback.size > 0 ? solve(fallback) : null);
  const dropped: readonly Warning[] =
    withAnnotators === null && design.annotators.count > 1 ? ['not_identified'] : [];
  if (fit === null) return { ...base, ...none, warnings: warningList(missing, ['not_identified']) };
  const terms = clusterTerms(fallback, fit);
  const scope = options.scope ?? (design.annotators.count >= 5 ? 'cases-and-annotators' : 'cases');
  const contrasts = contrastsOf(fallback, fit, { terms, scope, confidence: confidenceOf(options) });
  return {
    ...base,
    warnings: warningList(missing, dropped, design.cases.count < 20 ? ['few_cases'] : []),
    variants: design.variants,
    effects: [0, ...Array.from(fit.coefficients.subarray(0, design.variants.length - 1))],
    contrasts,
    influence: terms.cases.scores.map((s) => {
      const psi = multiplyVector(fit.inverse, fallback.size, s);
      return Float64Array.from([0, ...psi.subarray(0, design.variants.length - 1)]);
    }),
    severity: withAnnotators === null ? [] : severityOf(design, fit),
  };
}

interface Design {
  readonly variants: readonly Label[];
  readonly annotatorNames: readonly Label[];
  readonly size: number;
  /** Rows × columns, centred within cases. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly cases: Clusters;
  readonly annotators: Clusters;
}

function buildDesign(
  rows: readonly Score[],
  kind: 'with-annotators' | 'without-annotators',
): Design {
  const variants = numberClusters(rows.map((row) => row.variant));
  const cases = numberClusters(rows.map((row) => row.case));
  const annotators = numberClusters(rows.map((row) => row.annotator));
  const own = variants.count - 1;
  const size = own + (kind === 'with-annotators' ? annotators.count - 1 : 0);
  const x = new Float64Array(rows.length * size);
  rows.forEach((_, r) => {
    const v = variants.index[r] ?? 0;
    const a = annotators.index[r] ?? 0;
    if (v > 0) x[r * size + v - 1] = 1;
    if (a > 0 && kind === 'with-annotators') x[r * size + own + a - 1] = 1;
  });
  const y = Float64Array.from(rows, (row) => row.value ?? 0);
  centreWithin(cases, x, size);
  centreWithin(cases, y, 1);
  return {
    variants: namesOf(
      variants,
      rows.map((row) => row.variant),
    ),
    annotatorNames: namesOf(
      annotators,
      rows.map((row) => row.annotator),
    ),
    size,
    x,
    y,
    cases,
    annotators,
  };
}

function namesOf({ index, count }: Clusters, labels: readonly Label[]): readonly Label[] {
  const names: Label[] = Array.from({ length: count }, () => '');
  labels.forEach((label, r) => {
    names[index[r] ?? 0] = label;
  });
  return names;
}

function centreWithin({ index, count }: Clusters, values: Float64Array, columns: number): void {
  const sums = new Float64Array(count * columns);
  const sizes = new Float64Array(count);
  index.forEach((g, r) => {
    sizes[g] = (sizes[g] ?? 0) + 1;
    for (let c = 0; c < columns; c += 1) {
      sums[g * columns + c] = (sums[g * columns + c] ?? 0) + (values[r * columns + c] ?? 0);
    }
  });
  index.forEach((g, r) => {
    for (let c = 0; c < columns; c += 1) {
      const at = r * columns + c;
      values[at] = (values[at] ?? 0) - (sums[g * columns + c] ?? 0) / (sizes[g] ?? 1);
    }
  });
}

interface LeastSquares {
  readonly coefficients: Float64Array;
  readonly inverse: Matrix;
  readonly residuals: Float64Array;
}

/** Relative to the largest score: smaller residuals are the rounding of an exact fit. */
const ROUNDING = 1e-12;

function solve({ x, y, size }: Design): LeastSquares | null {
  const normal = new Float64Array(size * size);
  const right = new Float64Array(size);
  for (let r = 0; r < y.length; r += 1) {
    for (let i = 0; i < size; i += 1) {
      const xi = x[r * size + i] ?? 0;
      if (xi === 0) continue;
      right[i] = (right[i] ?? 0) + xi * (y[r] ?? 0);
      for (let j = 0; j < size; j += 1) {
        normal[i * size + j] = (normal[i * size + j] ?? 0) + xi * (x[r * size + j] ?? 0);
      }
    }
  }
  const inverse = invertSymmetric(normal, size);
  if (inverse === null) return null;
  const coefficients = multiplyVector(inverse, size, right);
  const rounding = ROUNDING * y.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const residuals = y.map((value, r) => {
    let fitted = 0;
    for (let i = 0; i < size; i += 1) fitted += (x[r * size + i] ?? 0) * (coefficients[i] ?? 0);
    return Math.abs(value - fitted) > rounding ? value - fitted : 0;
  });
  return { coefficients, inverse, residuals };
}

interface AllTerms {
  readonly cases: ClusterErrors;
  readonly annotators: ClusterErrors;
  readonly both: ClusterTerms;
}

/** With the small-sample correction where there are few clusters. */
interface ClusterErrors extends ClusterTerms {
  readonly corrected: ((contrast: ArrayLike<number>) => AdjustedVariance) | null;
}

function clusterTerms(design: Design, fit: LeastSquares): AllTerms {
  const by = (clusters: Clusters): ClusterTerms => {
    const { size, x } = design;
    const scores = Array.from({ length: clusters.count }, () => new Float64Array(size));
    const small = clusters.count < 30 && size <= 40;
    const information = small
      ? Array.from({ length: clusters.count }, () => new Float64Array(size * size))
      : undefined;
    clusters.index.forEach((g, r) => {
      const score = scores[g];
      const square = information?.[g];
      for (let i = 0; i < size; i += 1) {
        const xi = x[r * size + i] ?? 0;
        if (score !== undefined) score[i] = (score[i] ?? 0) + xi * (fit.residuals[r] ?? 0);
        for (let j = 0; square !== undefined && j < size; j += 1) {
          square[i * size + j] = (square[i * size + j] ?? 0) + xi * (x[r * size + j] ?? 0);
        }
      }
    });
    return { size, bread: fit.inverse, scores, information };
  };
  const withCorrection = (terms: ClusterTerms): ClusterErrors => ({
    ...terms,
    corrected: terms.information === undefined ? null : prepareCr2(terms),
  });
  return {
    cases: withCorrection(by(design.cases)),
    annotators: withCorrection(by(design.annotators)),
    both: by(intersectClusters(design.cases, design.annotators)),
  };
}

interface ContrastOptions {
  readonly terms: AllTerms;
  readonly scope: 'cases' | 'cases-and-annotators';
  readonly confidence: number;
}

function contrastsOf(
  design: Design,
  fit: LeastSquares,
  options: ContrastOptions,
): LayoutContrast[] {
  const k = design.variants.length;
  const contrasts: LayoutContrast[] = [];
  for (let i = 0; i < k; i += 1) {
    for (let j = i + 1; j < k; j += 1) {
      const c = new Float64Array(design.size);
      if (i > 0) c[i - 1] = 1;
      c[j - 1] = -1;
      const estimate = c.reduce((sum, w, p) => sum + w * (fit.coefficients[p] ?? 0), 0);
      const names = [design.variants[i] ?? '', design.variants[j] ?? ''] as const;
      contrasts.push({ pair: names, ...contrastOf(estimate, c, design, options) });
    }
  }
  return contrasts;
}

function contrastOf(estimate: number, c: Float64Array, design: Design, options: ContrastOptions) {
  const { terms, scope, confidence } = options;
  const base = {
    estimate,
    method: `score-layout.${scope}`,
    n: design.y.length,
    nClusters: design.cases.count,
  };
  const one = oneWay(terms.cases, c);
  if (one === null) {
    const warnings: readonly Warning[] = ['one_cluster'];
    return { ...base, interval: null, standardError: null, df: null, warnings };
  }
  const two = scope === 'cases' ? null : oneWay(terms.annotators, c);
  const both = plainVariance(terms.both, c);
  const raw = two === null ? one.variance : one.variance + two.variance - both;
  const variance = Math.max(raw, one.variance, two?.variance ?? 0);
  const df = Math.max(1, Math.min(one.df, two?.df ?? one.df));
  const standardError = Math.sqrt(variance);
  const half = tCritical(confidence, df) * standardError;
  const warnings = warningList(
    variance > raw ? ['two_way_guarded'] : [],
    variance > 0 ? [] : ['zero_variance'],
  );
  return {
    ...base,
    interval: variance > 0 ? interval(estimate - half, estimate + half, confidence) : null,
    standardError,
    df,
    warnings,
  };
}

function oneWay(terms: ClusterErrors, c: Float64Array) {
  const g = terms.scores.length;
  if (g < 2) return null;
  const adjusted = terms.corrected?.(c) ?? null;
  if (adjusted !== null && adjusted.df > 0) return adjusted;
  return { variance: (plainVariance(terms, c) * g) / (g - 1), df: g - 1 };
}

function severityOf(design: Design, fit: LeastSquares): ScoreLayout['severity'] {
  const own = design.variants.length - 1;
  const raw = [0, ...Array.from(fit.coefficients.subarray(own))];
  const centre = raw.reduce((sum, value) => sum + value, 0) / raw.length;
  return design.annotatorNames.map((annotator, a) => ({
    annotator,
    effect: (raw[a] ?? 0) - centre,
  }));
}
