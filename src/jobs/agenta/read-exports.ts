import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../contract/problems.ts';
import {
  ORIGINAL_TABLES,
  type OriginalTable,
  TABLE_NAMES,
} from '../../domain/agenta/original-tables.ts';
import { type RawRow, RowReader } from '../../domain/agenta/row-reader.ts';
import { JsonShapeFault, JsonSplitter } from '../../files/json-splitter.ts';
import { readCsv } from '../../files/read-csv.ts';
import { readText } from '../../files/read-text.ts';
import type { Original } from '../../storage/agenta/original.ts';
import {
  openScratchOriginal,
  type ScratchOriginal,
} from '../../storage/agenta/scratch-original.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';

/** Called with rows that a file has twice. */
export type OnRefused = (reader: RowReader) => void;

const ENDINGS = ['csv', 'json', 'jsonl'] as const;

/** Builds a temporary database from a folder with one file per table: CSV, JSON or JSON lines. */
export async function readExports(folder: string, onRefused: OnRefused): Promise<Original> {
  const files = TABLE_NAMES.map((table) => ({ table, path: fileOf(folder, table) }));
  const missing = files.flatMap(({ table, path }) => (path === undefined ? [table] : []));
  if (missing.length > 0) {
    throw new StartRefused(
      `${folder} has no ${missing.map((table) => `${table}.csv`).join(', ')} (nor .json, .jsonl). Export each table into a file of its name, empty ones too. Nothing was imported.`,
    );
  }
  const scratch = openScratchOriginal(ORIGINAL_TABLES);
  try {
    for (const { table, path = '' } of files) await load(scratch, { table, path, onRefused });
    return scratch;
  } catch (error) {
    await scratch.close();
    throw error;
  }
}

function fileOf(folder: string, table: string): string | undefined {
  return ENDINGS.map((ending) => join(folder, `${table}.${ending}`)).find((path) =>
    existsSync(path),
  );
}

interface ExportFile {
  readonly table: OriginalTable;
  readonly path: string;
  readonly onRefused: OnRefused;
}

async function load(scratch: ScratchOriginal, { table, path, onRefused }: ExportFile) {
  const refuse = (row: RawRow, detail: string) => {
    const reader = new RowReader(table, row);
    reader.leaveOut('duplicate', detail);
    onRefused(reader);
  };
  try {
    for await (const row of rowsOf(path)) {
      if (!scratch.add(table, row)) refuse(row, `${path} has another row with this id`);
    }
  } catch (error) {
    const reason = error instanceof JsonShapeFault ? `line ${error.place.line}` : error;
    const explanation =
      reason instanceof Problem || reason instanceof SyntaxError ? reason.message : reason;
    if (typeof explanation !== 'string') throw error;
    throw new StartRefused(
      `${path} cannot be read: ${explanation}. Nothing was imported. Export it again.`,
    );
  }
}

/** One row of the original can be a whole test set. */
const UNLIMITED_LENGTH = Number.POSITIVE_INFINITY;

async function* rowsOf(path: string): AsyncGenerator<RawRow> {
  const text = readText(createReadStream(path));
  if (path.endsWith('.csv')) {
    // PostgreSQL exports null as an empty cell.
    for await (const { row } of readCsv(text, ',', UNLIMITED_LENGTH)) yield rawRow(row, '');
  } else if (path.endsWith('.json')) {
    const splitter = new JsonSplitter(undefined, UNLIMITED_LENGTH);
    for await (const chunk of text) {
      for (const piece of splitter.feed(chunk)) {
        if (piece.kind === 'row') yield rawRow(JSON.parse(piece.text), null);
      }
    }
    splitter.end();
  } else {
    yield* linesOf(text);
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  let rest = '';
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield rawRow(JSON.parse(line), null);
  }
  if (rest.trim() !== '') yield rawRow(JSON.parse(rest), null);
}

/** Converts every value to the text that PostgreSQL returns for it. */
function rawRow(row: unknown, nothing: '' | null): RawRow {
  if (typeof row !== 'object' || row === null) return {};
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => {
      if (value === nothing || value === null || value === undefined) return [name, null];
      return [name, typeof value === 'string' ? storable(value) : JSON.stringify(value)];
    }),
  );
}

/** The database would silently lose half a surrogate pair; a NUL is noticed and reported. */
function storable(text: string): string {
  return text.isWellFormed() ? text : text.replaceAll(/\p{Surrogate}/gu, '\0');
}
