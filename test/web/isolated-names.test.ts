import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isolatedNames } from '../../src/web/results/isolated-names.ts';

describe('isolatedNames', () => {
  const { variant, annotator } = isolatedNames({
    variant: (id) => id ?? '',
    annotator: (id) => id,
  });

  test('isolates right-to-left names and names with direction marks', () => {
    assert.equal(variant('مختصر'), '\u2068مختصر\u2069');
    assert.equal(annotator('\u202Eeveret'), '\u2068\u202Eeveret\u2069');
  });

  test('leaves all other names unchanged', () => {
    assert.equal(variant('chat.concise – für 日本 🎯'), 'chat.concise – für 日本 🎯');
  });
});
