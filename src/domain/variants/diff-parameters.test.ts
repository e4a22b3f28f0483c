import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffParameters } from './diff-parameters.ts';

test('equal parameters have no changes', () => {
  assert.deepEqual(diffParameters({ a: 1, b: [1] }, { b: [1], a: 1 }), []);
});

test('changes are named by JSON Pointer and sorted by path', () => {
  const from = { keep: 1, gone: true, list: [1, 2, 3], 'a/b~c': 1, deep: { x: { y: 1 } } };
  const to = { keep: 1, list: [1, 5], 'a/b~c': 2, deep: { x: { y: 2 } }, fresh: null };
  assert.deepEqual(diffParameters(from, to), [
    { op: 'replace', path: '/a~1b~0c', old: 1, value: 2 },
    { op: 'replace', path: '/deep/x/y', old: 1, value: 2 },
    { op: 'add', path: '/fresh', value: null },
    { op: 'remove', path: '/gone', old: true },
    { op: 'replace', path: '/list/1', old: 2, value: 5 },
    { op: 'remove', path: '/list/2', old: 3 },
  ]);
});

test('an array and an object are never compared member by member', () => {
  assert.deepEqual(diffParameters({ a: [1] }, { a: { 0: 1 } }), [
    { op: 'replace', path: '/a', old: [1], value: { 0: 1 } },
  ]);
});

test('an array with more changes than are listed is replaced as a whole, but only that array', () => {
  const list = (start: number) => Array.from({ length: 5_000 }, (_, index) => start + index);
  const from = { long: list(0), short: { a: 1 }, same: list(0) };
  const to = { long: list(1), short: { a: 2 }, same: list(0) };
  assert.deepEqual(diffParameters(from, to), [
    { op: 'replace', path: '/long', old: from.long, value: to.long },
    { op: 'replace', path: '/short/a', old: 1, value: 2 },
  ]);
});

test('at most a thousand changes are listed, in one array or across many objects', () => {
  const spread = (value: number) =>
    Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [`k${index}`, { a: value, b: value }]),
    );
  assert.deepEqual(diffParameters(spread(1), spread(2)), [
    { op: 'replace', path: '', old: spread(1), value: spread(2) },
  ]);
  const [from, to] = [{ list: Array(1_000).fill(1) }, { list: Array(1_000).fill(2) }];
  assert.equal(diffParameters(from, to).length, 1_000);
});
