import type { JsonObject } from '../contract/fields.ts';
import { CsvFault, type CsvRecord } from './csv-splitter.ts';
import { plainCell } from './spreadsheet-cells.ts';

/** The names of the columns in the first record of a file. */
export function csvColumns({ cells, line }: CsvRecord): readonly string[] {
  const names = cells.map(plainCell);
  if (names.includes('')) throw new CsvFault('Each column needs a name in the header.', line);
  const isTwice = new Set(names).size < names.length;
  if (isTwice) throw new CsvFault('A column name stands twice in the header.', line);
  return names;
}

/** A row with text in every column; cells that the record lacks are empty. */
export function csvRow(columns: readonly string[], { cells, line }: CsvRecord): JsonObject {
  if (cells.length > columns.length) {
    const reason = `A row has ${cells.length} cells, the header ${columns.length}.`;
    throw new CsvFault(reason, line);
  }
  return Object.fromEntries(
    columns.map((column, index) => [column, plainCell(cells[index] ?? '')]),
  );
}
