import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as r from '../../../test/statistics/references/distributions.ts';
import * as d from './distributions.ts';
import { cholesky, invertSymmetric, multiply } from './linalg.ts';
import { createRandom } from './random.ts';
import { symmetricFunction } from './symmetric-function.ts';

describe('distributions', () => {
  it('have quantiles that invert their tails over the whole range', () => {
    for (const p of [1e-12, 1e-5, 0.01, 0.3, 0.5, 0.8, 0.999]) {
      relative(r.normalLower(r.normalQuantile(p)), p);
      for (const df of [1, 2.5, 30, 1e6]) relative(d.tLower(r.tQuantile(p, df), df), p);
      for (const [a, b] of [
        [0.5, 0.5],
        [3, 80],
        [2000, 900],
      ] as const) {
        relative(r.betaLower(d.betaQuantile(p, a, b), a, b), p);
      }
      relative(r.chiSquaredLower(r.chiSquaredQuantile(p, 7), 7), p);
      relative(r.fLower(r.fQuantile(p, 4, 9), 4, 9), p);
    }
  });

  it('have tails that add up to one', () => {
    for (const k of [0, 3, 17, 40]) {
      relative(d.binomialLower(k, 40, 0.3) + d.binomialUpper(k + 1, 40, 0.3), 1);
      relative(
        d.binomialUpper(k, 40, 0.3) - d.binomialUpper(k + 1, 40, 0.3),
        d.binomialMass(k, 40, 0.3),
        1e-9,
      );
    }
  });
});

describe('linear algebra', () => {
  const matrix = Float64Array.from([4, 1, 0.5, 1, 3, -0.2, 0.5, -0.2, 2]);

  it('inverts and takes square roots of symmetric matrices', () => {
    const inverse = invertSymmetric(matrix, 3) ?? new Float64Array(9);
    const identity = multiply(matrix, inverse, 3);
    identity.forEach((value, i) => assert.ok(Math.abs(value - (i % 4 === 0 ? 1 : 0)) < 1e-12));
    const root = symmetricFunction(matrix, 3, Math.sqrt);
    multiply(root, root, 3).forEach((value, i) => relative(value, matrix[i] ?? 0));
  });

  it('refuses a singular matrix', () => {
    assert.equal(cholesky(Float64Array.from([1, 1, 1, 1]), 2), null);
    assert.equal(cholesky(Float64Array.from([Number.NaN]), 1), null);
  });
});

describe('the generator', () => {
  it('repeats for equal seeds, differs for others and is even over its range', () => {
    const draws = (seed: number): number[] => Array.from({ length: 5 }, createRandom(seed).bits);
    assert.deepEqual(draws(1), draws(1));
    assert.notDeepEqual(draws(1), draws(2));
    const random = createRandom(9);
    const cells = new Float64Array(10);
    for (let t = 0; t < 100_000; t += 1) {
      const cell = random.below(10);
      cells[cell] = (cells[cell] ?? 0) + 1;
    }
    const chi = cells.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    assert.ok(chi < r.chiSquaredQuantile(0.999, 9), `chi-squared ${chi}`);
  });
});

function relative(actual: number, expected: number, within = 1e-10): void {
  const gap = expected === 0 ? Math.abs(actual) : Math.abs(actual / expected - 1);
  assert.ok(gap < within, `${actual} is not ${expected}`);
}
