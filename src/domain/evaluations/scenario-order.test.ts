import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRandom } from '../../statistics/numerics/random.ts';
import { orderScenarios } from './scenario-order.ts';

const ascending = (left: number, right: number) => left - right;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Words that depend on the seed and the label alone. */
const wordsOf = (seed: number) => (label: string, count: number) => {
  const mixed = [...label].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 0) % 65_521;
  const random = createRandom(seed * 65_521 + mixed);
  return Uint32Array.from({ length: count }, () => random.bits());
};

describe('orderScenarios', () => {
  test('gives every scenario its own turn and every turn its own set of tasks', () => {
    for (const count of [0, 1, 2, 3, 100]) {
      const { turns, taskSets } = orderScenarios(wordsOf(count), { count, setCount: 3 });
      assert.deepEqual([...turns].toSorted(ascending), upTo(count));
      assert.deepEqual([...taskSets].toSorted(ascending), upTo(count));
    }
  });

  test('draws the same order from the same words, another from others', () => {
    const request = { count: 50, setCount: 3 };
    assert.deepEqual(orderScenarios(wordsOf(1), request), orderScenarios(wordsOf(1), request));
    assert.notDeepEqual(
      orderScenarios(wordsOf(1), request).turns,
      orderScenarios(wordsOf(2), request).turns,
    );
  });

  test('keeps the sets of tasks balanced in each block of whole rotations', () => {
    for (const [setCount, blockLength] of [
      [1, 12],
      [3, 12],
      [10, 20],
      [45, 45],
    ] as const) {
      const { taskSets } = orderScenarios(wordsOf(setCount), { count: 4 * blockLength, setCount });
      for (let start = 0; start < taskSets.length; start += blockLength) {
        const used = taskSets.slice(start, start + blockLength);
        assert.deepEqual(
          Array.from(used).toSorted(ascending),
          upTo(blockLength).map((index) => start + index),
        );
      }
    }
  });

  test('gives every scenario every turn about equally often', () => {
    const evaluations = 6_000;
    const counts = upTo(3).map(() => [0, 0, 0]);
    for (let number = 0; number < evaluations; number += 1) {
      const { turns } = orderScenarios(wordsOf(number * 7_919), { count: 3, setCount: 1 });
      for (const [position, turn] of turns.entries()) {
        const row = counts[position];
        if (row !== undefined) row[turn] = (row[turn] ?? 0) + 1;
      }
    }
    // Five standard deviations of a binomial with p = 1/3 are 183.
    for (const count of counts.flat())
      assert.ok(Math.abs(count - 2_000) < 183, JSON.stringify(counts));
  });
});
