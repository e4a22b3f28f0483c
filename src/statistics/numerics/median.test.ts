import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { medianEstimate } from './median.ts';

describe('medianEstimate', () => {
  it('lies between the order statistics of the exact binomial interval', () => {
    // For 20 observations the 6th and the 15th are the 95 % limits (Conover 1971, table A3).
    const values = Array.from({ length: 20 }, (_, i) => (i * 7) % 20);
    const { estimate, interval } = medianEstimate(values);
    assert.equal(estimate, 9.5);
    assert.deepEqual([interval?.low, interval?.high], [5, 14]);
  });

  it('has no interval for few values, and leaves out values that are not finite', () => {
    const few = medianEstimate([1, 2, 3, 4, 5]);
    assert.deepEqual([few.estimate, few.interval, few.warnings], [3, null, ['few_cases']]);
    const { estimate, n, warnings } = medianEstimate([Number.NaN, Number.POSITIVE_INFINITY]);
    assert.deepEqual([estimate, n], [null, 0]);
    assert.deepEqual(warnings, ['no_data', 'non_finite_excluded']);
  });
});
