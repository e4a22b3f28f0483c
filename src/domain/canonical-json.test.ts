import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from './canonical-json.ts';

test('the order of keys does not count, at any depth', () => {
  assert.equal(
    canonicalJson({ a: 1, b: { c: [1, 2], d: null } }),
    canonicalJson({ b: { d: null, c: [1, 2] }, a: 1 }),
  );
});

test('everything else counts', () => {
  const values = [
    {},
    [],
    null,
    '',
    0,
    false,
    { a: 1 },
    { a: '1' },
    { a: [1, 2] },
    { a: [2, 1] },
    { a: null },
  ];
  assert.equal(new Set(values.map(canonicalJson)).size, values.length);
});

test('a key __proto__ is data like any other', () => {
  assert.equal(canonicalJson(JSON.parse('{"__proto__":{"x":1}}')), '{"__proto__":{"x":1}}');
});
