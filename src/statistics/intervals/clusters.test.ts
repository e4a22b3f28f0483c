import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { numberClusters } from './clusters.ts';

const LOWEST = -(2 ** 31);
const HIGHEST = 2 ** 31 - 1;

const near = fc.tuple(fc.integer({ min: LOWEST, max: HIGHEST - 20 }), fc.array(fc.nat(20)));
const anywhere = fc.array(fc.integer({ min: LOWEST, max: HIGHEST }));
const labels = fc.oneof(
  near.map(([lowest, steps]) => steps.map((step) => lowest + step)),
  anywhere,
);

describe('numberClusters', () => {
  it('numbers whole numbers in sorted order, even negative ones and ones far apart', () => {
    fc.assert(
      fc.property(labels, (given) => {
        const distinct = [...new Set(given)].sort((one, other) => one - other);
        const expected = given.map((label) => distinct.indexOf(label));
        for (const listed of [given, Int32Array.from(given)]) {
          const { index, count } = numberClusters(listed);
          assert.deepEqual([...index], expected);
          assert.equal(count, distinct.length);
        }
      }),
    );
  });
});
