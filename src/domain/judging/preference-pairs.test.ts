import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type PairTally, preferencePairs } from './preference-pairs.ts';

const tally = (part: Partial<PairTally>): PairTally => ({
  firstVariant: 0,
  secondVariant: 1,
  outcome: part.winner === undefined ? 'tie' : 'slot',
  winner: null,
  count: 1,
  ...part,
});

describe('preferencePairs', () => {
  test('chooses the output with more votes', () => {
    const tallies = [tally({ winner: 1, count: 2 }), tally({ winner: 0 }), tally({ count: 3 })];
    assert.deepEqual(preferencePairs(tallies, 2), [
      { chosen: 1, rejected: 0, votesChosen: 2, votesRejected: 1, ties: 3, isTie: false },
    ]);
  });

  test('is a tie when both outputs have as many votes', () => {
    const [pair] = preferencePairs([tally({ winner: 1 }), tally({ winner: 0 })], 2);
    assert.equal(pair?.isTie, true);
  });

  test('leaves out pairs without judgements, and those that most annotators call both bad', () => {
    const bad = tally({ outcome: 'both_bad', count: 2 });
    assert.deepEqual(preferencePairs([bad, tally({ winner: 0 })], 2), []);
    assert.deepEqual(preferencePairs([], 3), []);
  });

  test('counts each pair separately; a vote on the whole scenario counts for each of its pairs', () => {
    const pair = tally({ firstVariant: 0, secondVariant: 2, winner: 2 });
    const whole = tally({ firstVariant: null, secondVariant: null, winner: 1 });
    const found = preferencePairs([pair, whole], 3).map(({ chosen, rejected, isTie }) => ({
      chosen,
      rejected,
      isTie,
    }));
    assert.deepEqual(found, [
      { chosen: 1, rejected: 0, isTie: false },
      { chosen: 2, rejected: 0, isTie: false },
      { chosen: 1, rejected: 2, isTie: false },
    ]);
  });
});
