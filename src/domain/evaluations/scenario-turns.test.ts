import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scenarioTurns } from './scenario-turns.ts';

const idOf = (number: number) => `01890000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

describe('scenarioTurns', () => {
  test('gives every scenario a turn of its own', () => {
    for (const count of [0, 1, 2, 3, 100]) {
      const turns = [...scenarioTurns(idOf(count), count)];
      assert.deepEqual(
        turns.toSorted((left, right) => left - right),
        Array.from({ length: count }, (_, index) => index),
      );
    }
  });

  test('is the same for one evaluation and another for the next', () => {
    assert.deepEqual(scenarioTurns(idOf(1), 50), scenarioTurns(idOf(1), 50));
    assert.notDeepEqual(scenarioTurns(idOf(1), 50), scenarioTurns(idOf(2), 50));
  });

  test('puts every scenario at every turn about equally often', () => {
    const evaluations = 6_000;
    const counts = Array.from({ length: 3 }, () => [0, 0, 0]);
    for (let number = 0; number < evaluations; number += 1) {
      for (const [position, turn] of scenarioTurns(idOf(number * 7_919), 3).entries()) {
        const row = counts[position];
        if (row !== undefined) row[turn] = (row[turn] ?? 0) + 1;
      }
    }
    // Five standard deviations of a binomial with p = 1/3 are 183.
    for (const count of counts.flat())
      assert.ok(Math.abs(count - 2_000) < 183, JSON.stringify(counts));
  });
});
