import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameKey } from './names.ts';

test('nameKey is the same for names that differ only by case, width or composition', () => {
  const equal: [string, string][] = [
    ['Baseline', 'bASELINE'],
    ['ＡＢＣ', 'abc'],
    ['Straße', 'STRASSE'],
    ['\u1E9E', 'ss'],
    ['e\u0301', '\u00E9'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁne', 'FINE'],
    ['\u00A0name\u3000', 'name'],
  ];
  for (const [left, right] of equal) assert.equal(nameKey(left), nameKey(right));
});

test('nameKey differs for names that people read as different', () => {
  assert.notEqual(nameKey('\u0131'), nameKey('i'));
  assert.notEqual(nameKey('a b'), nameKey('ab'));
  assert.notEqual(nameKey('v1'), nameKey('v2'));
});
