import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exactPercentage } from '../../../test/support/exact-percentage.ts';
import { percentage, tallyScores, tallyVotes, type VoteCounts } from './vote-tallies.ts';

describe('percentage', () => {
  test('rounds a tie to the even neighbour', () => {
    const ties: [count: number, total: number, expected: number][] = [
      [1, 32, 3.12],
      [3, 32, 9.38],
      [5, 32, 15.62],
      [7, 32, 21.88],
      [31, 32, 96.88],
      [1, 800, 0.12],
      [5, 800, 0.62],
    ];
    for (const [count, total, expected] of ties) assert.equal(percentage(count, total), expected);
  });

  test('is the exact double rounded half to even, for every pair up to 600 and larger ones', () => {
    const totals = Array.from({ length: 600 }, (_, index) => index + 1);
    for (const total of [...totals, 3_200, 12_800, 99_991, 100_000]) {
      const step = Math.max(1, Math.floor(total / 600));
      for (let count = 0; count <= total; count += step) {
        const expected = exactPercentage(count, total);
        assert.equal(percentage(count, total), expected, `${count} of ${total}`);
      }
    }
  });
});

describe('tallyVotes', () => {
  const counts: VoteCounts = {
    variants: [
      { id: 'first', name: 'First' },
      { id: 'second', name: 'Second' },
    ],
    scenarioCount: 8,
    unjudgedScenarios: 2,
    tallies: [
      { outcome: 'slot', winner: 0, count: 3 },
      { outcome: 'tie', winner: null, count: 1 },
      { outcome: 'both_bad', winner: null, count: 2 },
    ],
  };

  test('lists votes that occur, and no variant without votes', () => {
    assert.deepEqual(tallyVotes(counts), {
      variants: ['first', 'second'],
      variant_names: ['First', 'Second'],
      nb_of_rows: 8,
      positive_votes: { number_of_votes: 1, percentage: 12.5 },
      flag_votes: { number_of_votes: 2, percentage: 25 },
      variants_votes_data: {
        '0': { number_of_votes: 2, percentage: 25 },
        '1': { number_of_votes: 1, percentage: 12.5 },
        '': { number_of_votes: 2, percentage: 25 },
        first: { number_of_votes: 3, percentage: 37.5 },
      },
    });
  });

  test('has no empty votes once every scenario is judged, once or several times', () => {
    const tallies = [{ outcome: 'slot', winner: 1, count: 24 }] as const;
    const votes = tallyVotes({ ...counts, unjudgedScenarios: 0, tallies });
    assert.deepEqual(votes.variants_votes_data, {
      second: { number_of_votes: 24, percentage: 100 },
    });
    assert.deepEqual(votes.positive_votes, { number_of_votes: 0, percentage: 0 });
  });

  test('is empty without scenarios', () => {
    assert.deepEqual(tallyVotes({ ...counts, scenarioCount: 0, unjudgedScenarios: 0 }), {});
  });
});

test('tallyScores counts scores by their texts', () => {
  const tallies = [
    { score: '7.5', count: 2 },
    { score: '-1', count: 1 },
  ];
  assert.deepEqual(tallyScores(tallies), { '7.5': 2, '-1': 1 });
});
