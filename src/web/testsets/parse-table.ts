import type { JsonObject } from '../../contract/fields.ts';
import { inexactNumberFault } from '../../contract/inexact-number.ts';
import { MAX_ROWS } from '../../contract/testsets/testsets.ts';
import { CsvReader } from '../../files/csv-reader.ts';
import { strings } from '../strings.ts';
import { type GridTable, tableOf } from './grid-table.ts';
import { nameLine } from './name-line.ts';

/** Cells are what spreadsheets put on the clipboard, which is looser than CSV. */
export const TABLE_FORMATS = ['CSV', 'Cells', 'JSON', 'JSONL'] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Reads rows from a file or pasted text. Throws a sentence if it cannot. */
export function parseTable(text: string, format: TableFormat): GridTable {
  const table = FORMATS[format](text);
  if (table.rows.length > MAX_ROWS) throw new Error(strings.imports.tooLong(MAX_ROWS));
  if (table.columns.length === 0) throw new Error(strings.imports.nothing);
  return table;
}

/** The most likely format of a file, or of pasted text, which has no file name. */
export function guessFormat(text: string, fileName?: string): TableFormat {
  const [, ending] = /\.(csv|tsv|jsonl|ndjson|json)$/i.exec(fileName ?? '') ?? [];
  if (ending !== undefined) {
    if (/^json$/i.test(ending)) return 'JSON';
    return /^(jsonl|ndjson)$/i.test(ending) ? 'JSONL' : 'CSV';
  }
  const start = text.trimStart();
  if (start.startsWith('[')) return 'JSON';
  if (start.startsWith('{')) return 'JSONL';
  return fileName === undefined && /^[^\n]*\t/.test(start) ? 'Cells' : 'CSV';
}

/** A cell on the clipboard and its end. Spreadsheets quote a cell as a whole or not at all. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^\t\r\n]*))(\t|\r\n?|\n|$)/gy;

/** The cells that a spreadsheet puts on the clipboard. */
export function parseCells(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, bare = '', end] of text.matchAll(CELL)) {
    cells.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '\t') continue;
    // The last line may lack its line end.
    if (end !== '' || cells.length > 1 || cells[0] !== '') lines.push(cells);
    if (end === '') break;
    cells = [];
  }
  return lines;
}

const FORMATS: Readonly<Record<TableFormat, (text: string) => GridTable>> = {
  CSV: parseCsv,
  Cells: tableOfCells,
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

/** Accepts and refuses the same files as the server. */
function parseCsv(text: string): GridTable {
  const reader = new CsvReader();
  const records = nameLine(() => [...reader.feed(text), ...reader.end()]);
  return { columns: reader.columns, rows: records.map(({ row }) => row) };
}

function tableOfCells(text: string): GridTable {
  const [header = [], ...lines] = parseCells(text).filter((cells) => cells.join('') !== '');
  const columns = header.map((name) => name.trim());
  const duplicate = columns.find((name, index) => columns.indexOf(name) !== index);
  if (duplicate !== undefined) throw new Error(strings.imports.sameName(duplicate));
  const rows = lines.map((line, index) => {
    if (line.length > columns.length) {
      throw new Error(strings.imports.longRow(index + 1, line.length, columns.length));
    }
    return Object.fromEntries(columns.map((name, at) => [name, line[at] ?? '']));
  });
  return { columns, rows };
}

function parseJson(text: string, line: number): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(strings.imports.notJson(line, reason));
  }
  const fault = inexactNumberFault(text);
  if (fault !== undefined) throw new Error(fault);
  return value;
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
