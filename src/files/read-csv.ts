import { CsvReader } from './csv-reader.ts';
import type { Delimiter } from './csv-splitter.ts';
import { FileFault } from './file-fault.ts';
import type { FileRow } from './file-row.ts';
import { invalidImport } from './invalid-import.ts';
import { LONGEST_ROW } from './longest-row.ts';

/** Rows of a CSV file; without a delimiter the header decides. */
export async function* readCsv(
  text: AsyncIterable<string>,
  delimiter: Delimiter | undefined,
  longestRow = LONGEST_ROW,
): AsyncGenerator<FileRow> {
  const reader = new CsvReader(delimiter, longestRow);
  try {
    for await (const chunk of text) yield* reader.feed(chunk);
    yield* reader.end();
  } catch (error) {
    throw error instanceof FileFault ? invalidImport(error.message, error.line) : error;
  }
}
