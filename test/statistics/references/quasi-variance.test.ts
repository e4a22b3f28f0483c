import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import { quasiVariances } from './quasi-variance.ts';

const SIZE = 5;
const ORDER = [0, 4, 1, 2, 3];

test('quasiVariances do not depend on the order in which variants are listed', () => {
  const random = createRandom(11);
  for (let round = 0; round < 200; round += 1) {
    const root = Float64Array.from({ length: SIZE * SIZE }, () => random.uniform() - 0.5);
    const covariance = matrix((i, j) => {
      const products = ORDER.map((k) => (root[i * SIZE + k] ?? 0) * (root[j * SIZE + k] ?? 0));
      return products.reduce((sum, product) => sum + product, i === j ? 1 : 0);
    });
    const relisted = matrix((i, j) => covariance[(ORDER[i] ?? 0) * SIZE + (ORDER[j] ?? 0)] ?? 0);
    const before = quasiVariances(covariance, SIZE).quasiVariances ?? [];
    const after = quasiVariances(relisted, SIZE).quasiVariances ?? [];
    for (const [place, variant] of ORDER.entries()) {
      const gap = Math.abs((after[place] ?? Number.NaN) - (before[variant] ?? Number.NaN));
      assert.ok(gap <= 1e-12, `round ${round}: ${gap}`);
    }
  }
});

function matrix(entry: (i: number, j: number) => number): Float64Array {
  return Float64Array.from({ length: SIZE * SIZE }, (_, at) =>
    entry(Math.floor(at / SIZE), at % SIZE),
  );
}
