/**
 * Small dense linear algebra on row-major Float64Arrays. `?? 0` on indexed reads satisfies the
 * compiler's index check; indices are in range by construction.
 */
export type Matrix = Float64Array;

/** Lower Cholesky factor of a symmetric matrix, or null when a pivot is not safely positive. */
export function cholesky(matrix: Matrix, size: number): Matrix | null {
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = matrix[i * size + j] ?? 0;
      for (let k = 0; k < j; k += 1) sum -= (lower[i * size + k] ?? 0) * (lower[j * size + k] ?? 0);
      if (i !== j) {
        lower[i * size + j] = sum / (lower[j * size + j] ?? 0);
        continue;
      }
      if (!(sum > 1e-13 * Math.abs(matrix[i * size + i] ?? 0)) || !Number.isFinite(sum))
        return null;
      lower[i * size + i] = Math.sqrt(sum);
    }
  }
  return lower;
}

/** Solves L Lᵀ x = b. */
export function choleskySolve(lower: Matrix, size: number, b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(size);
  for (let i = 0; i < size; i += 1) {
    let sum = b[i] ?? 0;
    for (let k = 0; k < i; k += 1) sum -= (lower[i * size + k] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (lower[i * size + i] ?? 1);
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    let sum = x[i] ?? 0;
    for (let k = i + 1; k < size; k += 1) sum -= (lower[k * size + i] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (lower[i * size + i] ?? 1);
  }
  return x;
}

/** Inverse of a symmetric positive definite matrix, or null. */
export function invertSymmetric(matrix: Matrix, size: number): Matrix | null {
  const lower = cholesky(matrix, size);
  if (lower === null) return null;
  // Rows of L⁻¹ first, then its cross products: a third of the work of solving for each unit
  // vector.
  const root = invertLower(lower, size);
  const inverse = new Float64Array(size * size);
  for (let k = 0; k < size; k += 1) {
    for (let i = 0; i <= k; i += 1) {
      const left = root[k * size + i] ?? 0;
      for (let j = 0; j <= i; j += 1) {
        inverse[i * size + j] = (inverse[i * size + j] ?? 0) + left * (root[k * size + j] ?? 0);
      }
    }
  }
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < i; j += 1) inverse[j * size + i] = inverse[i * size + j] ?? 0;
  }
  return inverse;
}

function invertLower(lower: Matrix, size: number): Matrix {
  const result = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    const pivot = lower[i * size + i] ?? 1;
    for (let k = 0; k < i; k += 1) {
      const factor = lower[i * size + k] ?? 0;
      for (let j = 0; j <= k; j += 1) {
        result[i * size + j] = (result[i * size + j] ?? 0) - factor * (result[k * size + j] ?? 0);
      }
    }
    for (let j = 0; j < i; j += 1) result[i * size + j] = (result[i * size + j] ?? 0) / pivot;
    result[i * size + i] = 1 / pivot;
  }
  return result;
}

export function multiplyVector(matrix: Matrix, size: number, x: ArrayLike<number>): Float64Array {
  const y = new Float64Array(size);
  for (let i = 0; i < size; i += 1) {
    let sum = 0;
    for (let j = 0; j < size; j += 1) sum += (matrix[i * size + j] ?? 0) * (x[j] ?? 0);
    y[i] = sum;
  }
  return y;
}

/** A B for square matrices. */
export function multiply(a: Matrix, b: Matrix, size: number): Matrix {
  const product = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    for (let k = 0; k < size; k += 1) {
      const factor = a[i * size + k] ?? 0;
      if (factor === 0) continue;
      for (let j = 0; j < size; j += 1) {
        product[i * size + j] = (product[i * size + j] ?? 0) + factor * (b[k * size + j] ?? 0);
      }
    }
  }
  return product;
}

export function transpose(matrix: Matrix, size: number): Matrix {
  const result = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) result[j * size + i] = matrix[i * size + j] ?? 0;
  }
  return result;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** Neumaier's compensated sum: the result does not drift with the number of terms. */
export function preciseSum(values: ArrayLike<number>): number {
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? 0;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

export function mean(values: ArrayLike<number>): number {
  return values.length === 0 ? Number.NaN : preciseSum(values) / values.length;
}

/** Sum of squares about the mean. */
export function sumOfSquares(values: readonly number[]): number {
  const centre = mean(values);
  return preciseSum(values.map((value) => (value - centre) ** 2));
}
