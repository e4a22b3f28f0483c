import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine } from './csv-lines.ts';
import { type CsvRecord, CsvSplitter, type DELIMITERS, surveyHeader } from './csv-splitter.ts';
import { FileFault } from './file-fault.ts';
import { LONGEST_ROW, ROW_TOO_LONG } from './longest-row.ts';

const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);

function split(text: string, chunk: number, delimiter: (typeof DELIMITERS)[number] = ',') {
  const splitter = new CsvSplitter(delimiter, LONGEST_ROW);
  const records: CsvRecord[] = [];
  for (let at = 0; at < text.length; at += chunk) {
    records.push(...splitter.feed(text.slice(at, at + chunk)));
  }
  records.push(...splitter.end());
  return records;
}

const CELL = fc.oneof(
  fc.string({
    unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\t', '|', ' ', 'a', '\ufeff', '😀'),
  }),
  fc.string({ unit: 'grapheme' }),
);

test(`what csvLine writes reads back unchanged, also by csv-parse (TEST_SEED=${seed})`, () => {
  const RECORDS = fc.array(fc.array(CELL, { minLength: 1, maxLength: 5 }), { maxLength: 10 });
  const property = fc.property(RECORDS, fc.integer({ min: 1, max: 30 }), (records, chunk) => {
    const text = records.map(csvLine).join('');
    const found = split(text, chunk);
    assert.deepEqual(
      found.map(({ cells }) => cells),
      records,
    );
    const options = { record_delimiter: '\r\n', relax_column_count: true } as const;
    assert.deepEqual(parse(text, options), records);
    let line = 1;
    for (const [index, record] of records.entries()) {
      assert.equal(found[index]?.line, line);
      line += csvLine(record).split('\n').length - 1;
    }
  });
  fc.assert(property, { seed, numRuns: 1_000 });
});

test(`any text gives the same result wherever it is cut (TEST_SEED=${seed})`, () => {
  const TEXT = fc.string({
    unit: fc.constantFrom('"', ',', '\n', '\r\n', 'a', 'b'),
    maxLength: 40,
  });
  const property = fc.property(TEXT, fc.integer({ min: 1, max: 9 }), (text, chunk) => {
    assert.deepEqual(outcome(text, chunk), outcome(text, text.length + 1));
    const whole = outcome(text, text.length + 1);
    const theirs = theirOutcome(text);
    // Both refuse a quote that closes in the middle of a cell.
    if (theirs === undefined) assert.equal(typeof whole, 'number', text);
    else assert.deepEqual(whole, theirs, text);
  });
  fc.assert(property, { seed, numRuns: 2_000 });
});

test('the delimiter is the most frequent one outside quotes in the first record', () => {
  const cases: [string, string, boolean][] = [
    ['a,b;c', ',', false],
    ['a;b;c,d\n1,2,3,4', ';', true],
    ['"a,b,c";d\n', ';', true],
    ['\n\r\na\tb|c\td\r\n', '\t', true],
    ['"a\nb,c', ',', false],
    ['plain\n', ',', true],
    ['"say ""a,b""";c\n', ';', true],
    [`${'"'.repeat(100_000)}`, ',', false],
  ];
  for (const [text, delimiter, isWhole] of cases) {
    assert.deepEqual(surveyHeader(text), { delimiter, isWhole }, text.slice(0, 40));
  }
});

/** The cells, or the line of the fault. */
function outcome(text: string, chunk: number): readonly (readonly string[])[] | number {
  try {
    return split(text, chunk).map(({ cells }) => cells);
  } catch (error) {
    if (error instanceof FileFault) return error.line;
    throw error;
  }
}

function theirOutcome(text: string): string[][] | undefined {
  try {
    return parse(text, {
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch {
    return undefined;
  }
}

test('a record that is too long is refused with its line, wherever the text is cut', () => {
  const longest = 'x'.repeat(LONGEST_ROW);
  for (const chunk of [1000, 16 * 1024, 3 * LONGEST_ROW]) {
    assert.equal(split(`a\n${longest}\n${longest}`, chunk).length, 3);
    for (const text of [`a\n${longest}x\nb\n`, `a\n${longest}x`, `a\n"${longest}`]) {
      assert.throws(() => split(text, chunk), new FileFault(ROW_TOO_LONG, 2));
    }
  }
});
