import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonShapeFault, JsonSplitter } from './json-splitter.ts';
import { LONGEST_ROW } from './longest-row.ts';

const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);

function split(text: string, rowsField: string | undefined, chunk: number) {
  const splitter = new JsonSplitter(rowsField, LONGEST_ROW);
  const pieces = [];
  for (let at = 0; at < text.length; at += chunk)
    pieces.push(...splitter.feed(text.slice(at, at + chunk)));
  splitter.end();
  return pieces;
}

test(`any JSON gives the same values wherever it is cut (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.jsonValue(),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(undefined, 2),
      (rows, other, chunk, space) => {
        const bare = split(JSON.stringify(rows, null, space), undefined, chunk);
        assert.deepEqual(
          bare.slice(1).map(({ text }) => JSON.parse(text)),
          normal(rows),
        );
        const text = JSON.stringify({ first: other, rows, last: [other] }, null, space);
        const pieces = split(text, 'rows', chunk);
        assert.deepEqual(
          pieces.filter(({ kind }) => kind === 'row').map((piece) => JSON.parse(piece.text)),
          normal(rows),
        );
        assert.deepEqual(
          pieces
            .filter(({ kind }) => kind === 'field')
            .map(({ name, text: value }) => [name, JSON.parse(value)]),
          normal([
            ['first', other],
            ['last', [other]],
          ]),
        );
        for (const { offset, line, text: value } of pieces) {
          assert.ok(Array.from(text).slice(offset).join('').startsWith(value));
          assert.equal(line, Array.from(text).slice(0, offset).join('').split('\n').length);
        }
      },
    ),
    { seed, numRuns: 300 },
  );
});

test('JSON of another shape is refused where it deviates', () => {
  const cases: [string, string | undefined, number][] = [
    ['{}', undefined, 0],
    ['[]', 'rows', 0],
    ['[1,]', undefined, 3],
    ['[1 2]', undefined, 3],
    ['[1', undefined, 1],
    ['[', undefined, 1],
    ['[1] x', undefined, 4],
    ['{"rows":[1], 5}', 'rows', 13],
    ['{"rows" [1]}', 'rows', 8],
    ['["😀" 1]', undefined, 5],
    ['', undefined, 0],
  ];
  for (const [text, field, offset] of cases) {
    assert.throws(
      () => split(text, field, 3),
      (error) => error instanceof JsonShapeFault && faultOf(error) === offset,
      text,
    );
  }
});

test('a fault carries the value that has no end', () => {
  assert.throws(
    () => split('[{"a":1},\n {"b": tru', undefined, 5),
    (error) =>
      error instanceof JsonShapeFault &&
      error.unfinished === '{"b": tru' &&
      error.place.offset === 11 &&
      error.place.line === 2,
  );
});

test('keys and fields beside the rows are limited in length', () => {
  const long = JSON.stringify('x'.repeat(2 * 1024 * 1024));
  assert.throws(() => split(`{"other":${long}}`, 'rows', 65_536), JsonShapeFault);
  assert.throws(() => split(`{${long}:1}`, 'rows', 65_536), JsonShapeFault);
});

test('a row that is too long is refused with its place, wherever the text is cut', () => {
  const longest = `"${'x'.repeat(LONGEST_ROW - 2)}"`;
  for (const chunk of [1000, 16 * 1024, 3 * LONGEST_ROW]) {
    assert.equal(split(`[${longest}]`, undefined, chunk).length, 2);
    for (const row of [`"x${longest.slice(1)}`, '['.repeat(LONGEST_ROW + 1)]) {
      assert.throws(
        () => split(`[1,\n${row}`, undefined, chunk),
        (error) =>
          error instanceof JsonShapeFault &&
          error.place.line === 2 &&
          error.reason?.startsWith('a row longer than') === true,
      );
    }
  }
});

function faultOf({ place }: JsonShapeFault): number {
  return place.offset;
}

/** What JSON makes of values: no negative zero. */
function normal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
