import {
  cholesky,
  dot,
  type Matrix,
  multiply,
  multiplyVector,
  transpose,
} from '../numerics/linalg.ts';
import { symmetricFunction } from '../numerics/symmetric-function.ts';

/** Scores and, for the small-sample correction, information of each cluster. */
export interface ClusterTerms {
  readonly size: number;
  /** Inverse information over all parameters; rows of fixed parameters are zero. */
  readonly bread: Matrix;
  readonly scores: readonly Float64Array[];
  readonly information?: readonly Matrix[] | undefined;
}

export interface AdjustedVariance {
  readonly variance: number;
  readonly df: number;
}

/**
 * Bell–McCaffrey (CR2) variance of a contrast and its Satterthwaite degrees of freedom. With M =
 * LLᵀ the inverse information, K_g = Lᵀ I_g L and q = Lᵀc, the corrected residual of cluster g
 * enters as qᵀ(I − K_g)^{−1/2} L⁻¹ M S_g; the degrees of freedom are (tr P)²/tr P² of the quadratic
 * form under independent working errors. One formula serves least squares (I_g = X_gᵀX_g) and the
 * pairwise models (information at the estimate). The matrices of the clusters are decomposed once
 * for any number of contrasts. Reference: Pustejovsky & Tipton 2018, JBES 36:672. Cost: one
 * eigen-decomposition of the number of parameters per cluster.
 */
export function prepareCr2(
  terms: ClusterTerms,
): ((contrast: ArrayLike<number>) => AdjustedVariance) | null {
  const free = freeParameters(terms);
  const size = free.length;
  const bread = restrict(terms.bread, terms.size, free);
  const lower = cholesky(bread, size);
  if (lower === null || terms.information === undefined) return null;
  const upper = transpose(lower, size);
  const project = (values: ArrayLike<number>): Float64Array =>
    multiplyVector(
      upper,
      size,
      free.map((i) => values[i] ?? 0),
    );
  const clusters = terms.scores.map((score, g) => {
    const information = restrict(terms.information?.[g] ?? new Float64Array(0), terms.size, free);
    const k = multiply(multiply(upper, information, size), lower, size);
    const root = symmetricFunction(identityMinus(k, size), size, inverseRoot);
    return { k, root, projected: project(score) };
  });
  return (contrast) => {
    const q = project(contrast);
    let variance = 0;
    const inside: number[] = [];
    const reach: Float64Array[] = [];
    for (const { k, root, projected } of clusters) {
      const weights = multiplyVector(root, size, q);
      variance += dot(weights, projected) ** 2;
      const spread = multiplyVector(k, size, weights);
      inside.push(dot(weights, spread));
      reach.push(spread);
    }
    return { variance, df: satterthwaite(inside, reach) };
  };
}

/** Σ over clusters of (cᵀ M S_g)², without any factor. */
export function plainVariance(terms: ClusterTerms, contrast: ArrayLike<number>): number {
  const weights = multiplyVector(terms.bread, terms.size, contrast);
  return terms.scores.reduce((sum, score) => sum + dot(weights, score) ** 2, 0);
}

/** CR2 and Satterthwaite df of a weighted mean with cluster residual sums and weight shares. */
export function cr2Mean(sums: ArrayLike<number>, shares: ArrayLike<number>): AdjustedVariance {
  let variance = 0;
  let squares = 0;
  let cross = 0;
  let crossSquares = 0;
  for (let g = 0; g < sums.length; g += 1) {
    const sum = sums[g] ?? 0;
    const share = shares[g] ?? 0;
    const rest = 1 - share;
    if (rest <= 1e-12) continue;
    variance += (sum * sum) / rest;
    squares += share * share;
    const ratio = (share * share) / rest;
    cross += ratio;
    crossSquares += ratio * ratio;
  }
  const total = squares + cross * cross - crossSquares;
  return { variance, df: total > 0 ? 1 / total : 0 };
}

function freeParameters({ bread, size }: ClusterTerms): readonly number[] {
  return Array.from({ length: size }, (_, i) => i).filter((i) => (bread[i * size + i] ?? 0) > 0);
}

function restrict(matrix: Matrix, size: number, keep: readonly number[]): Matrix {
  const result = new Float64Array(keep.length * keep.length);
  keep.forEach((i, row) => {
    keep.forEach((j, column) => {
      result[row * keep.length + column] = matrix[i * size + j] ?? 0;
    });
  });
  return result;
}

function identityMinus(matrix: Matrix, size: number): Matrix {
  const result = matrix.map((value) => -value);
  for (let i = 0; i < size; i += 1) result[i * size + i] = 1 + (result[i * size + i] ?? 0);
  return result;
}

/** A direction that one cluster determines alone has no information about its error. */
function inverseRoot(value: number): number {
  return value > 1e-10 ? 1 / Math.sqrt(value) : 0;
}

function satterthwaite(inside: readonly number[], reach: readonly Float64Array[]): number {
  let trace = 0;
  let squares = 0;
  for (let g = 0; g < reach.length; g += 1) {
    const own = reach[g] ?? new Float64Array(0);
    const diagonal = (inside[g] ?? 0) - dot(own, own);
    trace += diagonal;
    squares += diagonal * diagonal;
    for (let h = 0; h < g; h += 1) squares += 2 * dot(own, reach[h] ?? own) ** 2;
  }
  return squares > 0 ? (trace * trace) / squares : 0;
}
