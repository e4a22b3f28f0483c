import { MAX_COLUMNS } from '../../contract/testsets/testsets.ts';
import { strings } from '../strings.ts';
import type { GridTable } from './grid-table.ts';

export interface ColumnChoice {
  readonly from: string;
  readonly to: string;
  readonly isKept: boolean;
}

/** The table with only the kept columns, under their new names. */
export function mapColumns(table: GridTable, choices: readonly ColumnChoice[]): GridTable {
  const kept = choices
    .filter(({ isKept }) => isKept)
    .map(({ from, to }) => ({ from, to: to.trim() }));
  if (kept.length > MAX_COLUMNS) throw new Error(strings.imports.tooWide(MAX_COLUMNS));
  const columns = kept.map(({ to }) => to);
  const duplicate = columns.find((name, index) => columns.indexOf(name) !== index);
  if (duplicate !== undefined) throw new Error(strings.imports.sameName(duplicate));
  if (columns.includes('')) throw new Error(strings.imports.noName);
  const rows = table.rows.map((row) =>
    Object.fromEntries(
      kept.flatMap(({ from, to }) => (row[from] === undefined ? [] : [[to, row[from]]])),
    ),
  );
  return { columns, rows };
}
