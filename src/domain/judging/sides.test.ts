import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRandom } from '../../statistics/numerics/random.ts';
import type { RandomWords } from '../evaluations/shuffle.ts';
import { chooseSide, type PairCounts } from './sides.ts';

const SEED = 20261115;

/** Words drawn once for each label, in place of those derived from a secret. */
function secretWords(seed: number): RandomWords {
  const random = createRandom(seed);
  const drawn = new Map<string, Uint32Array>();
  return (label, count) => {
    const known = drawn.get(label);
    if (known !== undefined) return known;
    const words = Uint32Array.from({ length: count }, () => random.bits());
    drawn.set(label, words);
    return words;
  };
}

function sidesOf(words: RandomWords, count: number): readonly number[] {
  let counts: PairCounts = {};
  return Array.from({ length: count }, () => {
    const choice = chooseSide(counts, { first: 0, second: 1, words });
    counts = choice.counts;
    return choice.side;
  });
}

describe('chooseSide', () => {
  test('balances each block of a secret length between 8 and 16', () => {
    const lengths = new Set<number>();
    for (let seed = SEED; seed < SEED + 200; seed += 1) {
      const sides = sidesOf(secretWords(seed), 160);
      const lead = (count: number) =>
        sides.slice(0, count).reduce((sum, side) => sum + (side === 0 ? 1 : -1), 0);
      const length = [8, 10, 12, 14, 16].find((each) =>
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].every((block) => lead(block * each) === 0),
      );
      assert.ok(length !== undefined, `seed ${seed}`);
      lengths.add(length);
    }
    assert.deepEqual(
      [...lengths].toSorted((left, right) => left - right),
      [8, 10, 12, 14, 16],
    );
  });

  test('keeps the sides of a pair within half a block of each other, in any mix of pairs', () => {
    const random = createRandom(SEED);
    const words = secretWords(SEED);
    const ahead = new Map<string, number>();
    let counts: PairCounts = {};
    for (let task = 0; task < 10_000; task += 1) {
      const first = random.below(3);
      const pair = `${first}-${first + 1}`;
      const choice = chooseSide(counts, { first, second: first + 1, words });
      counts = choice.counts;
      ahead.set(pair, (ahead.get(pair) ?? 0) + (choice.side === 0 ? 1 : -1));
      assert.ok(Math.abs(ahead.get(pair) ?? 0) <= 8, `seed ${SEED}, task ${task}`);
    }
  });

  test('does not let annotators infer the side of the next task from the last', () => {
    let opposite = 0;
    const annotators = 400;
    for (let annotator = 0; annotator < annotators; annotator += 1) {
      const sides = sidesOf(secretWords(SEED + annotator), 40);
      for (let task = 0; task < 40; task += 2) opposite += Number(sides[task] !== sides[task + 1]);
    }
    // Neighbours differ in 4 of 7 cases in a block of 8, in fewer in a longer one; a fixed pattern
    // would give 1.
    const share = opposite / (annotators * 20);
    assert.ok(share > 0.5 && share < 0.58, `${share}, seed ${SEED}`);
  });

  test('counts each pair separately', () => {
    const { counts } = chooseSide(
      { '0-1': 3, '1-2': 4 },
      { first: 1, second: 2, words: secretWords(SEED) },
    );
    assert.deepEqual(counts, { '0-1': 3, '1-2': 5 });
  });
});
