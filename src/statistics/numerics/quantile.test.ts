import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { medianOf, quantile, smallest } from './quantile.ts';

const values = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), {
  minLength: 1,
  maxLength: 60,
});

describe('smallest', () => {
  it('finds the value that sorting would put at a place', () => {
    fc.assert(
      fc.property(values, fc.nat(), (list, nat) => {
        const place = nat % list.length;
        const sorted = Float64Array.from(list).sort();
        const found = smallest(Float64Array.from(list), place);
        // The order of 0 and −0 does not matter.
        assert.equal(found + 0, (sorted[place] ?? Number.NaN) + 0);
      }),
    );
  });

  it('finds a value among many equal ones', () => {
    assert.equal(smallest(new Float64Array(100_000).fill(7), 50_000), 7);
  });
});

describe('medianOf', () => {
  it('is the quantile at one half', () => {
    const finite = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(finite, (list) => {
        const sorted = Float64Array.from(list).sort();
        assert.equal(medianOf(Float64Array.from(list)) + 0, quantile(sorted, 0.5) + 0);
      }),
    );
  });
});
