import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRandom } from '../../statistics/random.ts';
import { chooseSide, type PairCounts } from './sides.ts';

const SEED = 20261115;

describe('chooseSide', () => {
  test('starts each block by its coin and ends it on the other side', () => {
    const tosses = [1, 0, 0, 1];
    const coin = (_: string, block: number) => tosses[block] ?? 0;
    let counts: PairCounts = {};
    const sides = Array.from({ length: 8 }, () => {
      const choice = chooseSide(counts, { first: 0, second: 1, coin });
      counts = choice.counts;
      return choice.side;
    });
    assert.deepEqual(sides, [1, 0, 0, 1, 0, 1, 1, 0]);
    assert.deepEqual(counts, { '0-1': 8 });
  });

  test('never lets a side of a pair be ahead by more than one, however pairs are mixed', () => {
    const random = createRandom(SEED);
    const tosses = new Map<string, number>();
    const coin = (pair: string, block: number) => {
      const place = `${pair} ${block}`;
      const toss = tosses.get(place) ?? random.below(2);
      tosses.set(place, toss);
      return toss;
    };
    const ahead = new Map<string, number>();
    let counts: PairCounts = {};
    for (let task = 0; task < 10_000; task += 1) {
      const first = random.below(3);
      const pair = `${first}-${first + 1}`;
      const choice = chooseSide(counts, { first, second: first + 1, coin });
      counts = choice.counts;
      ahead.set(pair, (ahead.get(pair) ?? 0) + (choice.side === 0 ? 1 : -1));
      assert.ok(Math.abs(ahead.get(pair) ?? 0) <= 1, `seed ${SEED}, task ${task}`);
    }
  });

  test('counts each pair by itself', () => {
    const asked: string[] = [];
    const coin = (pair: string, block: number) => {
      asked.push(`${pair} ${block}`);
      return 0;
    };
    const before = { '0-1': 3, '1-2': 4 };
    assert.equal(chooseSide(before, { first: 0, second: 1, coin }).side, 1);
    assert.deepEqual(chooseSide(before, { first: 1, second: 2, coin }), {
      side: 0,
      counts: { '0-1': 3, '1-2': 5 },
    });
    assert.deepEqual(asked, ['0-1 1', '1-2 2']);
  });
});
