import type { Warning } from '../../../src/statistics/intervals/estimate.ts';
import { cholesky, choleskySolve, type Matrix } from '../../../src/statistics/numerics/linalg.ts';

export interface QuasiVariances {
  readonly method: string;
  readonly n: number;
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
  /** q_i with q_i + q_j close to var(b_i − b_j); a value may be negative. Null when undefined. */
  readonly quasiVariances: readonly number[] | null;
  /** √q_i, null where q_i is negative. */
  readonly standardErrors: readonly (number | null)[] | null;
  /** Largest relative error of √(q_i + q_j) as the standard error of a difference. */
  readonly worstError: number | null;
}

/**
 * Question: which intervals on a forest plot may be compared by eye? Estimator: quasi-variances that
 * minimise Σ_{i<j} (log(q_i + q_j) − log var(b_i − b_j))², by damped Gauss–Newton. Assumes a covariance
 * matrix of abilities in any origin. Reference: Firth & de Menezes 2004, Biometrika 91:65. Two variants
 * have one difference only: it is shared equally. Cost: variants³ per step, 5–10 steps.
 */
export function quasiVariances(covariance: Matrix, size: number): QuasiVariances {
  const base = { method: 'quasi-variance', n: size, nClusters: size };
  const none = { quasiVariances: null, standardErrors: null, worstError: null };
  const pairs = differenceVariances(covariance, size);
  if (size < 2) return { ...base, ...none, warnings: ['no_data'] };
  if (pairs.some((pair) => !(pair.variance > 0) || !Number.isFinite(pair.variance))) {
    return { ...base, ...none, warnings: ['zero_variance'] };
  }
  const fitted = size === 2 ? null : minimise(pairs, size);
  const q = fitted?.values ?? new Float64Array(size).fill((pairs[0]?.variance ?? 0) / 2);
  const worst = pairs.reduce(
    (most, { i, j, variance }) =>
      Math.max(most, Math.abs(Math.sqrt(((q[i] ?? 0) + (q[j] ?? 0)) / variance) - 1)),
    0,
  );
  return {
    ...base,
    warnings: fitted === null || fitted.converged ? [] : ['not_converged'],
    quasiVariances: Array.from(q),
    standardErrors: Array.from(q, (value) => (value >= 0 ? Math.sqrt(value) : null)),
    worstError: worst,
  };
}

interface PairVariance {
  readonly i: number;
  readonly j: number;
  readonly variance: number;
}

function differenceVariances(v: Matrix, size: number): readonly PairVariance[] {
  const pairs: PairVariance[] = [];
  for (let i = 0; i < size; i += 1) {
    for (let j = i + 1; j < size; j += 1) {
      const cross = (v[i * size + j] ?? 0) + (v[j * size + i] ?? 0);
      pairs.push({ i, j, variance: (v[i * size + i] ?? 0) + (v[j * size + j] ?? 0) - cross });
    }
  }
  return pairs;
}

function minimise(pairs: readonly PairVariance[], size: number) {
  const typical = pairs.reduce((sum, pair) => sum + pair.variance, 0) / pairs.length / 2;
  let q = new Float64Array(size).fill(typical);
  let last = Number.POSITIVE_INFINITY;
  for (let iteration = 0; iteration < 500; iteration += 1) {
    const step = gaussNewtonStep(pairs, q, size);
    if (step === null) return { values: q, converged: false };
    const length = step.reduce((most, s) => Math.max(most, Math.abs(s)), 0);
    // So short a step improves the loss by less than its rounding: only its length is informative.
    const isShort = length < SHORT_STEP * typical;
    if (isShort && length >= last) return { values: q, converged: true };
    const scale = isShort ? 1 : improvingScale(pairs, q, step);
    if (scale === null) return { values: q, converged: true };
    q = shifted(q, step, scale);
    if (scale * length < 1e-13 * typical) return { values: q, converged: true };
    last = length;
  }
  return { values: q, converged: false };
}

const SHORT_STEP = 1e-6;

/** The share of a step that does not increase the loss; null if there is none. */
function improvingScale(
  pairs: readonly PairVariance[],
  q: Float64Array,
  step: Float64Array,
): number | null {
  const loss = lossOf(pairs, q);
  for (let scale = 1; scale > 1e-12; scale /= 2) {
    if (lossOf(pairs, shifted(q, step, scale)) <= loss) return scale;
  }
  return null;
}

function lossOf(pairs: readonly PairVariance[], q: Float64Array): number {
  let loss = 0;
  for (const { i, j, variance } of pairs) {
    const sum = (q[i] ?? 0) + (q[j] ?? 0);
    if (!(sum > 0)) return Number.POSITIVE_INFINITY;
    loss += Math.log(sum / variance) ** 2;
  }
  return loss;
}

function gaussNewtonStep(pairs: readonly PairVariance[], q: Float64Array, size: number) {
  const normal = new Float64Array(size * size);
  const right = new Float64Array(size);
  const add = (a: number, b: number, value: number): void => {
    normal[a * size + b] = (normal[a * size + b] ?? 0) + value;
  };
  for (const { i, j, variance } of pairs) {
    const sum = (q[i] ?? 0) + (q[j] ?? 0);
    const weight = 1 / (sum * sum);
    const pull = -Math.log(sum / variance) / sum;
    for (const [a, b] of [
      [i, j],
      [j, i],
    ] as const) {
      add(a, a, weight);
      add(a, b, weight);
      right[a] = (right[a] ?? 0) + pull;
    }
  }
  const lower = cholesky(normal, size);
  return lower === null ? null : choleskySolve(lower, size, right);
}

function shifted(q: Float64Array, step: Float64Array, scale: number): Float64Array<ArrayBuffer> {
  return Float64Array.from(q, (value, i) => value + scale * (step[i] ?? 0));
}
