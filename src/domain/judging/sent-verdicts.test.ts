import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readScore, readVote } from './sent-verdicts.ts';

const LOC = ['body', 'score'];

describe('readScore', () => {
  const scale = { scoreMin: -10, scoreMax: 10 };

  test('reads numbers and their decimal texts', () => {
    const read = [
      [5, 5],
      ['7.50', 7.5],
      ['1e1', 10],
      ['-.5', -0.5],
      ['+3.', 3],
      [' 2\n', 2],
      ['', 'withdrawn'],
    ] as const;
    for (const [sent, score] of read) assert.deepEqual(readScore(scale, sent, LOC), { score });
  });

  test('has no negative zero', () => {
    for (const sent of [-0, '-0', '-0.0e5']) {
      const read = readScore(scale, sent, LOC);
      assert.ok('score' in read && Object.is(read.score, 0), `${sent}`);
    }
  });

  test('reports the fault of anything else at its place', () => {
    const faulty = [
      [true, 'float_type'],
      [null, 'float_type'],
      [[5], 'float_type'],
      [{}, 'float_type'],
      ['five', 'float_parsing'],
      [' ', 'float_parsing'],
      ['.', 'float_parsing'],
      ['1e', 'float_parsing'],
      ['1_000', 'float_parsing'],
      ['0b1', 'float_parsing'],
      ['Infinity', 'float_parsing'],
      ['-1e999', 'float_parsing'],
      ['٣', 'float_parsing'],
      [-10.01, 'greater_than_equal'],
      ['10.01', 'less_than_equal'],
    ] as const;
    for (const [sent, type] of faulty) {
      const read = readScore(scale, sent, LOC);
      assert.ok('issue' in read, JSON.stringify(sent));
      assert.deepEqual([read.issue.type, read.issue.loc], [type, LOC]);
    }
  });
});

describe('readVote', () => {
  const all = { allowTie: true, allowBothBad: true };
  const read = (text: string) =>
    text === 'known' ? ({ variant: 2, namedBy: 'variant' } as const) : undefined;

  test('reads the words of the original and the ids of variants', () => {
    assert.deepEqual(readVote(all, '', read), { outcome: 'withdrawn' });
    assert.deepEqual(readVote(all, '1', read), { outcome: 'tie' });
    assert.deepEqual(readVote(all, '0', read), { outcome: 'both_bad' });
    const named = { outcome: 'slot', winner: 2, namedBy: 'variant' };
    assert.deepEqual(readVote(all, 'known', read), named);
    for (const text of ['2', '01', ' ', 'unknown'])
      assert.equal(readVote(all, text, read), undefined);
  });

  test('refuses ties and "both bad" where the settings do not allow them', () => {
    const none = { allowTie: false, allowBothBad: false };
    assert.equal(readVote(none, '1', read), undefined);
    assert.equal(readVote(none, '0', read), undefined);
    assert.deepEqual(readVote(none, '', read), { outcome: 'withdrawn' });
  });
});
