import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cellForClipboard } from '../../src/web/testsets/cell-for-clipboard.ts';
import { mapColumns } from '../../src/web/testsets/map-columns.ts';
import {
  guessFormat,
  parseCells,
  parseTable,
  type TableFormat,
} from '../../src/web/testsets/parse-table.ts';

describe('rows from a file or the clipboard', () => {
  test('are read from CSV with any usual delimiter, and quotes', () => {
    const rows = [{ a: '1, 2', b: 'x\n"y"' }];
    for (const text of [
      'a,b\n"1, 2","x\n""y"""\n',
      'a;b\r\n1, 2;"x\n""y"""\r\n',
      'a\tb\n1, 2\t"x\n""y"""',
    ]) {
      assert.deepEqual(parseTable(text, 'CSV').rows, rows);
    }
  });

  test('are read from JSON and from JSON lines', () => {
    assert.deepEqual(parseTable('[{"a":1},{"b":[2]}]', 'JSON').columns, ['a', 'b']);
    assert.deepEqual(parseTable('{"a":1}\n\n{"a":null}\n', 'JSONL').rows, [{ a: 1 }, { a: null }]);
  });

  test('are refused with a sentence that names the place', () => {
    const refusals: readonly (readonly [TableFormat, string, RegExp])[] = [
      ['CSV', 'a,a\n1,2', /Line 1: The header has a column name twice/],
      ['CSV', 'a,b\n"1,2\n', /Line 2: A quote/],
      ['CSV', 'a,b\n1,2,3\n', /Line 2: A row has 3 cells, the header 2/],
      ['Cells', 'a\ta\n1\t2', /Two columns are called “a”/],
      ['Cells', 'a\tb\n1\t2\n1\t2\t3', /Row 2 has 3 cells, the header 2/],
      ['JSON', '{"a":1}', /list of objects/],
      ['JSON', '[1]', /Row 1/],
      ['JSONL', '{"a":1}\n{', /Line 2/],
      ['JSON', '[]', /no columns/],
      ['JSON', '[{"a":12345678901234567890}]', /The number 12345678901234567890 cannot be kept/],
    ];
    for (const [format, text, sentence] of refusals) {
      assert.throws(() => parseTable(text, format), sentence, text.slice(0, 20));
    }
  });

  test('are refused with more columns than a test set can have', () => {
    const names = Array.from({ length: 500 }, (_, index) => `c${index}`);
    const table = parseTable(`${names.join(',')}\n${names.join(',')}`, 'CSV');
    const choose = (count: number) =>
      table.columns.map((from, index) => ({ from, to: from, isKept: index < count }));
    assert.throws(() => mapColumns(table, choose(201)), /at most 200/);
    const { columns, rows } = mapColumns(table, choose(200));
    assert.deepEqual([columns.length, Object.keys(rows[0] ?? {}).length], [200, 200]);
  });

  test('are recognised by the file name, otherwise by their start', () => {
    assert.equal(guessFormat('{', 'x.csv'), 'CSV');
    assert.equal(guessFormat('a', 'x.ndjson'), 'JSONL');
    assert.equal(guessFormat(' [{}]'), 'JSON');
    assert.equal(guessFormat('{"a":1}'), 'JSONL');
    assert.equal(guessFormat('a,b'), 'CSV');
    assert.equal(guessFormat('a\tb', 'x.tsv'), 'CSV');
    assert.equal(guessFormat('a\tb', 'x.txt'), 'CSV');
    assert.equal(guessFormat('a\tb'), 'Cells');
  });

  test('are read from a clipboard with quotes inside cells', () => {
    const { columns, rows } = parseTable('size\tuse\n5" pipe\t"two\nlines"\n', 'Cells');
    assert.deepEqual(columns, ['size', 'use']);
    assert.deepEqual(rows, [{ size: '5" pipe', use: 'two\nlines' }]);
  });

  test('are read from a clipboard with quotes at the start of cells that are not quoted', () => {
    assert.deepEqual(parseCells('"Hello" she said\t2\n"not closed\t3\n"""a""\nb"\t""\r\n'), [
      ['"Hello" she said', '2'],
      ['"not closed', '3'],
      ['"a"\nb', ''],
    ]);
    assert.deepEqual(parseCells('a\r\n\r\n\tb\t'), [['a'], [''], ['', 'b', '']]);
    assert.deepEqual(parseCells(''), []);
  });

  test('are one cell if copied from one', () => {
    const texts = [
      '',
      'one',
      'two\nlines',
      'a\r\nb',
      'a\rb',
      'a\tb',
      '"quoted"',
      '"',
      '""',
      '5" pipe',
    ];
    for (const text of [...texts, '"a"\n"b"', 'a "b"\n', '\n', ' \t"']) {
      assert.deepEqual(parseCells(cellForClipboard(text)), [[text]]);
    }
    assert.equal(cellForClipboard('5" pipe'), '5" pipe');
  });

  test('come from a spreadsheet as lines of cells', () => {
    assert.deepEqual(parseCells('a\t"b\nc"\r\n1\t2\r\n'), [
      ['a', 'b\nc'],
      ['1', '2'],
    ]);
  });
});
