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

function matches(query: string): readonly string[] {
  return LABELS.flatMap((label) => {
    const score = fuzzyScore(label, query);
    return score === undefined ? [] : [{ label, score }];
  })
    .toSorted((one, other) => other.score - one.score)
    .map(({ label }) => label);
}

describe('fuzzyScore', () => {
  test('finds words in any order', () => {
    assert.deepEqual(matches('refunds conc'), ['concise vs baseline on refunds']);
  });

  test('finds letters with gaps, and puts better matches first', () => {
    assert.deepEqual(matches('stgs'), ['Settings']);
    assert.deepEqual(matches('set'), ['Settings', 'support bot / Test sets']);
    assert.equal(matches('concise')[0], 'support bot / chat.concise');
  });

  test('finds nothing if a letter is missing or letters are scattered', () => {
    assert.deepEqual(matches('xyz'), []);
    assert.equal(fuzzyScore('a very long label about nothing at all', 'ang'), undefined);
  });

  test('matches everything for an empty query', () => {
    assert.equal(matches(' ').length, LABELS.length);
  });
});
