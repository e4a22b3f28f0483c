import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTimestamp } from './timestamps.ts';

test('formatTimestamp prints what a Date prints, on all days and at their ends', () => {
  const days = [0, 1, 58, 59, 60, 365, 11_016, 20_772, 100_000, -1, -25_567, 2_932_896];
  const times = [0, 1, 9, 99, 100, 999, 1000, 59_999, 60_000, 3_599_999, 43_200_000, 86_399_999];
  for (const day of days) {
    for (const time of times) {
      const epochMs = day * 86_400_000 + time;
      assert.equal(formatTimestamp(epochMs), new Date(epochMs).toISOString());
    }
  }
});

test('formatTimestamp refuses NaN', () => {
  assert.throws(() => formatTimestamp(Number.NaN), RangeError);
});
