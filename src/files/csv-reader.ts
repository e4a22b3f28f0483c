import type { JsonObject } from '../contract/fields.ts';
import { type CsvRecord, CsvSplitter, type Delimiter, surveyHeader } from './csv-splitter.ts';
import { FileFault } from './file-fault.ts';
import type { FileRow } from './file-row.ts';
import { LONGEST_ROW } from './longest-row.ts';
import { plainCell } from './spreadsheet-cells.ts';

/** In characters. A longer header is judged by its beginning. */
const LONGEST_HEADER = 256 * 1024;

/**
 * Rows of CSV (RFC 4180) while the text arrives: the first record names the columns, all cells are
 * text. The server and the browser both read with this, so a preview shows what an import stores.
 */
export class CsvReader {
  readonly #longestRow: number;
  #start = '';
  #splitter: CsvSplitter | undefined;
  #columns: readonly string[] | undefined;

  /** Without a delimiter the header decides. */
  constructor(delimiter?: Delimiter, longestRow = LONGEST_ROW) {
    this.#longestRow = longestRow;
    this.#splitter = delimiter && new CsvSplitter(delimiter, longestRow);
  }

  /** Empty until the header is read. */
  get columns(): readonly string[] {
    return this.#columns ?? [];
  }

  /** Takes more of the text and yields the rows that it completes. */
  *feed(text: string): Generator<FileRow> {
    if (this.#splitter !== undefined) {
      yield* this.#toRows(this.#splitter.feed(text));
      return;
    }
    this.#start += text;
    const { delimiter, isWhole } = surveyHeader(this.#start.slice(0, LONGEST_HEADER));
    if (isWhole || this.#start.length >= LONGEST_HEADER) yield* this.#begin(delimiter);
  }

  /** Ends the text and yields a last row that has no line end. */
  *end(): Generator<FileRow> {
    if (this.#splitter === undefined) yield* this.#begin(surveyHeader(this.#start).delimiter);
    if (this.#splitter !== undefined) yield* this.#toRows(this.#splitter.end());
    if (this.#columns === undefined) {
      throw new FileFault('The file has no header with column names.', 1);
    }
  }

  *#begin(delimiter: Delimiter): Generator<FileRow> {
    this.#splitter = new CsvSplitter(delimiter, this.#longestRow);
    yield* this.#toRows(this.#splitter.feed(this.#start));
    this.#start = '';
  }

  *#toRows(records: Iterable<CsvRecord>): Generator<FileRow> {
    for (const record of records) {
      if (this.#columns === undefined) this.#columns = toColumns(record);
      else yield { row: toRow(this.#columns, record), line: record.line };
    }
  }
}

function toColumns({ cells, line }: CsvRecord): readonly string[] {
  const names = cells.map(plainCell);
  if (names.includes('')) throw new FileFault('Each column needs a name in the header.', line);
  const isTwice = new Set(names).size < names.length;
  if (isTwice) throw new FileFault('The header has a column name twice. Rename one.', line);
  return names;
}

/** Missing cells are empty. */
function toRow(columns: readonly string[], { cells, line }: CsvRecord): JsonObject {
  if (cells.length > columns.length) {
    const reason = `A row has ${cells.length} cells, the header ${columns.length}.`;
    throw new FileFault(reason, line);
  }
  return Object.fromEntries(
    columns.map((column, index) => [column, plainCell(cells[index] ?? '')]),
  );
}
