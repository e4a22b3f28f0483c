import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fuzzyScore } from '../../src/web/shell/fuzzy-score.ts';

const LABELS = [
  'support bot / chat.concise',
  'concise vs baseline on refunds',
  'Settings',
  'support bot / Test sets',
  'New evaluation: support bot',
];

function found(typed: string): readonly string[] {
  return LABELS.flatMap((label) => {
    const score = fuzzyScore(label, typed);
    return score === undefined ? [] : [{ label, score }];
  })
    .toSorted((one, other) => other.score - one.score)
    .map(({ label }) => label);
}

describe('fuzzyScore', () => {
  test('finds words in any order', () => {
    assert.deepEqual(found('refunds conc'), ['concise vs baseline on refunds']);
  });

  test('finds letters with gaps, and puts better matches first', () => {
    assert.deepEqual(found('stgs'), ['Settings']);
    assert.deepEqual(found('set'), ['Settings', 'support bot / Test sets']);
    assert.equal(found('concise')[0], 'support bot / chat.concise');
  });

  test('finds nothing where a letter is missing, or letters are strewn', () => {
    assert.deepEqual(found('xyz'), []);
    assert.equal(fuzzyScore('a very long label about nothing at all', 'ang'), undefined);
  });

  test('keeps everything for no text', () => {
    assert.equal(found(' ').length, LABELS.length);
  });
});
