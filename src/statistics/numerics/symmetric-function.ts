import type { Matrix } from './linalg.ts';

/**
 * f(A) for a symmetric matrix: eigenvalues by cyclic Jacobi rotations, f applied to each,
 * reassembled. Used for the inverse square roots of the CR2 correction. Cost about 10 · size³.
 */
export function symmetricFunction(
  matrix: Matrix,
  size: number,
  f: (value: number) => number,
): Matrix {
  const { values, vectors } = symmetricEigen(matrix, size);
  const result = new Float64Array(size * size);
  for (let k = 0; k < size; k += 1) {
    const mapped = f(values[k] ?? 0);
    if (mapped === 0) continue;
    for (let i = 0; i < size; i += 1) {
      const left = mapped * (vectors[i * size + k] ?? 0);
      for (let j = 0; j < size; j += 1) {
        result[i * size + j] = (result[i * size + j] ?? 0) + left * (vectors[j * size + k] ?? 0);
      }
    }
  }
  return result;
}

interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Matrix;
}

function symmetricEigen(matrix: Matrix, size: number): Eigen {
  const a = Float64Array.from(matrix);
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) vectors[i * size + i] = 1;
  for (let sweep = 0; sweep < 60; sweep += 1) {
    if (offDiagonal(a, size) < 1e-30 * diagonal(a, size)) break;
    for (let p = 0; p < size - 1; p += 1) {
      for (let q = p + 1; q < size; q += 1) rotate(a, vectors, { p, q, size });
    }
  }
  return { values: Float64Array.from({ length: size }, (_, i) => a[i * size + i] ?? 0), vectors };
}

function offDiagonal(a: Matrix, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < i; j += 1) sum += (a[i * size + j] ?? 0) ** 2;
  }
  return sum;
}

function diagonal(a: Matrix, size: number): number {
  let sum = Number.MIN_VALUE;
  for (let i = 0; i < size; i += 1) sum += (a[i * size + i] ?? 0) ** 2;
  return sum;
}

interface Plane {
  readonly p: number;
  readonly q: number;
  readonly size: number;
}

function rotate(a: Matrix, vectors: Matrix, { p, q, size }: Plane): void {
  const apq = a[p * size + q] ?? 0;
  if (apq === 0) return;
  const theta = ((a[q * size + q] ?? 0) - (a[p * size + p] ?? 0)) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < size; k += 1) {
    const kp = a[k * size + p] ?? 0;
    const kq = a[k * size + q] ?? 0;
    a[k * size + p] = c * kp - s * kq;
    a[k * size + q] = s * kp + c * kq;
  }
  for (let k = 0; k < size; k += 1) {
    const pk = a[p * size + k] ?? 0;
    const qk = a[q * size + k] ?? 0;
    a[p * size + k] = c * pk - s * qk;
    a[q * size + k] = s * pk + c * qk;
    const vp = vectors[k * size + p] ?? 0;
    const vq = vectors[k * size + q] ?? 0;
    vectors[k * size + p] = c * vp - s * vq;
    vectors[k * size + q] = s * vp + c * vq;
  }
}
