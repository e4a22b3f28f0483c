import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseId } from './ids.ts';

const ID = '01900000-0000-7000-8000-00000000abcd';

test('parseId reads any case, with and without dashes', () => {
  assert.equal(parseId(ID), ID);
  assert.equal(parseId(ID.toUpperCase()), ID);
  assert.equal(parseId(ID.replaceAll('-', '')), ID);
});

test('parseId reads nothing else as an id', () => {
  for (const text of [
    '',
    'x',
    `${ID}0`,
    ID.slice(1),
    `{${ID}}`,
    '0-1900000000070008000-00000000abcd',
  ]) {
    assert.equal(parseId(text), undefined, text);
  }
});
