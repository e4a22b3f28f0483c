import type { Label } from '../intervals/clusters.ts';

export type WeightScheme = 'unweighted' | 'linear' | 'quadratic' | 'ordinal' | 'ratio' | 'radical';

/**
 * A scheme by name, or agreement weights as rows: 1 on the diagonal, less for larger disagreements.
 */
export type Weights = WeightScheme | readonly (readonly number[])[];

/**
 * Agreement weights w_kl over categories, row-major. Numeric categories enter by value, others by
 * their rank. `ordinal` is Gwet's 1 − C(|k−l|+1, 2)/C(q, 2) on ranks, which is not Krippendorff's
 * ordinal metric. Reference: Gwet 2014, ch. 3.
 */
export function weightMatrix(weights: Weights, categories: readonly Label[]): Float64Array {
  const q = categories.length;
  const matrix = new Float64Array(q * q);
  const values = categoryValues(categories);
  for (let k = 0; k < q; k += 1) {
    for (let l = 0; l < q; l += 1) {
      matrix[k * q + l] =
        typeof weights === 'string'
          ? namedWeight(weights, { k, l, values })
          : (weights[k]?.[l] ?? 0);
    }
  }
  return matrix;
}

export function categoryValues(categories: readonly Label[]): readonly number[] {
  const numeric = categories.every((c) => typeof c === 'number' && Number.isFinite(c));
  return numeric ? categories.map(Number) : categories.map((_, i) => i + 1);
}

interface Cell {
  readonly k: number;
  readonly l: number;
  readonly values: readonly number[];
}

function namedWeight(scheme: WeightScheme, { k, l, values }: Cell): number {
  if (k === l) return 1;
  const x = values[k] ?? 0;
  const y = values[l] ?? 0;
  const low = Math.min(...values);
  const high = Math.max(...values);
  switch (scheme) {
    case 'unweighted':
      return 0;
    case 'linear':
      return 1 - Math.abs(x - y) / (high - low);
    case 'quadratic':
      return 1 - ((x - y) / (high - low)) ** 2;
    case 'radical':
      return 1 - Math.sqrt(Math.abs(x - y)) / Math.sqrt(high - low);
    case 'ratio':
      // A ratio scale has no values below zero; with such values, only equal ones agree.
      return low < 0 ? 0 : 1 - (ratio(x, y) / ratio(high, low)) ** 2;
    case 'ordinal':
      return 1 - pairsOf(Math.abs(k - l) + 1) / pairsOf(values.length);
  }
}

function ratio(x: number, y: number): number {
  return x + y === 0 ? 0 : (x - y) / (x + y);
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}
