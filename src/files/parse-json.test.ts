import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValidationFailure, type ValidationIssue } from '../contract/validation.ts';
import { parseJson } from './parse-json.ts';

function refusal(text: string | Uint8Array, freeFields: readonly string[] = []): ValidationIssue {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  try {
    parseJson(bytes, freeFields);
  } catch (error) {
    assert.ok(error instanceof ValidationFailure);
    const [issue] = error.issues;
    assert.ok(issue);
    return issue;
  }
  throw new Error('The text was accepted.');
}

const nested = (depth: number) => `{"parameters":${'['.repeat(depth)}${']'.repeat(depth)}}`;

test('a fault is reported at its offset in code points', () => {
  const cases: [string, number][] = [
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['nope', 0],
    ['{"a":NaN}', 5],
    ['{"a":"b', 7],
    ['{"a":1} x', 8],
    ['{"😀":tru}', 5],
    ['["\\x"]', 3],
    ['[01]', 2],
    ['[-]', 2],
    ['', 0],
  ];
  for (const [text, offset] of cases) {
    const issue = refusal(text);
    assert.deepEqual(issue.loc, ['body', offset], text);
    assert.equal(issue.msg, 'JSON decode error');
    assert.equal(issue.type, 'json_invalid');
  }
});

test('nesting is accepted to depth 64 and refused beyond, free JSON included', () => {
  assert.ok(parseJson(new TextEncoder().encode(nested(63)), ['parameters']));
  assert.equal(
    refusal(nested(64), ['parameters']).msg,
    'JSON decode error: nesting deeper than 64',
  );
  assert.equal(refusal(nested(10_000)).msg, 'JSON decode error: nesting deeper than 64');
});

test('numbers that are not finite as doubles are refused anywhere', () => {
  assert.deepEqual(refusal('{"parameters":{"a":1e999}}', ['parameters']).loc, ['body', 19]);
  assert.deepEqual(refusal('[-1e999]').loc, ['body', 1]);
});

test('keys, elements and strings are limited outside free JSON only', () => {
  const manyKeys = JSON.stringify(
    Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`k${i}`, 1])),
  );
  const manyElements = JSON.stringify(Array(50_001).fill(0));
  const longString = JSON.stringify('x'.repeat(256 * 1024 + 1));
  for (const value of [manyKeys, manyElements, longString]) {
    assert.match(refusal(`{"other":${value}}`, ['parameters']).msg, /^JSON decode error: /);
    assert.ok(parseJson(new TextEncoder().encode(`{"parameters":${value}}`), ['parameters']));
  }
});

test('invalid UTF-8 is refused at its offset', () => {
  assert.deepEqual(refusal(new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d])).loc, ['body', 2]);
});

test('a byte order mark is refused', () => {
  assert.deepEqual(refusal('\uFEFF{}').loc, ['body', 0]);
});
