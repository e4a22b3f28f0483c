import { csvColumns, csvRow } from './csv-rows.ts';
import {
  CsvFault,
  type CsvRecord,
  CsvSplitter,
  type Delimiter,
  surveyHeader,
} from './csv-splitter.ts';
import type { FileRow } from './file-row.ts';
import { invalidImport } from './invalid-import.ts';

/** A header without an end by now is judged by what there is of it. */
const LONGEST_HEADER = 256 * 1024;

/** Rows of a CSV file (RFC 4180): the first record names the columns, all cells are strings. */
export async function* readCsv(
  text: AsyncIterable<string>,
  delimiter: Delimiter | undefined,
): AsyncGenerator<FileRow> {
  let columns: readonly string[] | undefined;
  try {
    for await (const record of readRecords(text, delimiter)) {
      if (columns === undefined) columns = csvColumns(record);
      else yield { row: csvRow(columns, record), line: record.line };
    }
  } catch (error) {
    throw error instanceof CsvFault ? invalidImport(error.message, error.line) : error;
  }
  if (columns === undefined) throw invalidImport('The file has no header with column names.', 1);
}

async function* readRecords(
  text: AsyncIterable<string>,
  wanted: Delimiter | undefined,
): AsyncGenerator<CsvRecord> {
  let splitter = wanted && new CsvSplitter(wanted);
  let start = '';
  for await (const chunk of text) {
    if (splitter !== undefined) {
      yield* splitter.feed(chunk);
      continue;
    }
    start += chunk;
    const { delimiter, isWhole } = surveyHeader(start);
    if (!isWhole && start.length < LONGEST_HEADER) continue;
    splitter = new CsvSplitter(delimiter);
    yield* splitter.feed(start);
  }
  if (splitter === undefined) {
    splitter = new CsvSplitter(surveyHeader(start).delimiter);
    yield* splitter.feed(start);
  }
  yield* splitter.end();
}
