import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plainCell, safeCell } from './spreadsheet-cells.ts';

const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);

/** What a spreadsheet may take for a formula, also in full width. */
const DANGEROUS = /^[=+\-@\t\r\n\0＝＋－＠]/u;

const TEXT = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '＝', '\t', '\r', '\n', '\0', 'x') }),
);

test(`a safe cell is not a formula and reads back unchanged (TEST_SEED=${seed})`, () => {
  const property = fc.property(TEXT, (text) => {
    assert.doesNotMatch(safeCell(text), DANGEROUS);
    assert.equal(plainCell(safeCell(text)), text);
  });
  fc.assert(property, { seed, numRuns: 20_000 });
});

test('plainCell drops an apostrophe only before the sign of a formula', () => {
  for (const text of ['', "'", "''", "'a", "' =", "a'=", '=1', 'x']) {
    assert.equal(plainCell(text), text);
  }
  assert.equal(plainCell("'=1"), '=1');
  assert.equal(plainCell("''=1"), "'=1");
});
