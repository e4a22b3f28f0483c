import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortened } from '../../src/web/shortened.ts';

test('a text is shortened between characters, never inside one', () => {
  assert.equal(shortened('whole', 5), 'whole');
  assert.equal(shortened('longer', 5), 'longe…');
  assert.equal(shortened('a 😀 smile', 3), 'a …');
  assert.equal(shortened('a 😀 smile', 4), 'a 😀…');
});
