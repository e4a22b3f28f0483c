import type { JsonValue } from '../contract/fields.ts';
import { textOf } from '../domain/testsets/row-texts.ts';
import { csvLine } from './csv-lines.ts';
import { safeCell } from './spreadsheet-cells.ts';

/** A column of an export. */
export interface Column<Row> {
  readonly name: string;
  readonly value: (row: Row) => JsonValue | undefined;
}

/** Rows as CSV with a header, batch by batch; for spreadsheets, cells are made safe to open. */
export async function* streamCsv<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: readonly Column<Row>[],
  reader: 'for spreadsheets' | 'for programs',
): AsyncGenerator<string> {
  // Rows without columns have no lines to write.
  if (columns.length === 0) return;
  const toCell = reader === 'for programs' ? String : safeCell;
  yield csvLine(columns.map(({ name }) => toCell(name)));
  for await (const batch of batches) {
    const lines = batch.map((row) =>
      csvLine(columns.map(({ value }) => toCell(textOf(value(row))))),
    );
    yield lines.join('');
  }
}
