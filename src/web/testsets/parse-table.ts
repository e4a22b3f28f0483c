import Papa from 'papaparse';
import type { JsonObject } from '../../contract/fields.ts';
import { MAX_ROWS } from '../../contract/testsets.ts';
import { strings } from '../strings.ts';
import { type GridTable, tableOf } from './grid-table.ts';

export const TABLE_FORMATS = ['CSV', 'JSON', 'JSONL'] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Reads rows from a file or from pasted text. Throws a sentence when it cannot. */
export function parseTable(text: string, format: TableFormat): GridTable {
  const table = FORMATS[format](text.replace(/^\uFEFF/, ''));
  if (table.rows.length > MAX_ROWS) throw new Error(strings.imports.tooLong(MAX_ROWS));
  if (table.columns.length === 0) throw new Error(strings.imports.nothing);
  return table;
}

/** What the text most likely is. */
export function guessFormat(text: string, fileName = ''): TableFormat {
  const [, ending] = /\.(csv|tsv|jsonl|ndjson|json)$/i.exec(fileName) ?? [];
  if (ending !== undefined) {
    if (/^json$/i.test(ending)) return 'JSON';
    return /^(jsonl|ndjson)$/i.test(ending) ? 'JSONL' : 'CSV';
  }
  const start = text.trimStart();
  if (start.startsWith('[')) return 'JSON';
  return start.startsWith('{') ? 'JSONL' : 'CSV';
}

/** The cells that a spreadsheet puts on the clipboard. */
export function parseCells(text: string): readonly (readonly string[])[] {
  const { data } = Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' });
  return data;
}

const FORMATS: Readonly<Record<TableFormat, (text: string) => GridTable>> = {
  CSV: parseCsv,
  JSON: (text) => tableOf(objectsIn(parseJson(text, 1))),
  JSONL: (text) =>
    tableOf(
      objectsIn(
        text
          .split('\n')
          .flatMap((line, index) => (line.trim() === '' ? [] : [parseJson(line, index + 1)])),
      ),
    ),
};

function parseCsv(text: string): GridTable {
  const { data, errors } = Papa.parse<string[]>(text, {
    skipEmptyLines: true,
    delimitersToGuess: [',', '\t', ';', '|'],
  });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote !== undefined) throw new Error(strings.imports.badQuote((quote.row ?? 0) + 1));
  const [header = [], ...lines] = data;
  const columns = header.map((name) => name.trim());
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(strings.imports.sameName(twice));
  const rows = lines.map((line) =>
    Object.fromEntries(columns.map((name, index) => [name, line[index] ?? ''])),
  );
  return { columns, rows };
}

function parseJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(strings.imports.notJson(line, reason));
  }
}

function objectsIn(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) throw new Error(strings.imports.noList);
  for (const [index, row] of value.entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      throw new Error(strings.imports.noObject(index + 1));
    }
  }
  return value as readonly JsonObject[]; // Checked just now; JSON holds nothing else.
}
