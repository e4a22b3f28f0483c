import { MAX_COLUMNS } from '../../contract/testsets/testsets.ts';
import { strings } from '../strings.ts';
import type { GridTable } from './grid-table.ts';

export interface ColumnChoice {
  readonly from: string;
  readonly to: string;
  readonly isKept: boolean;
}

/** The table with only the columns that are kept, under the names they were given. */
export function mapColumns(table: GridTable, choices: readonly ColumnChoice[]): GridTable {
  const kept = choices
    .filter(({ isKept }) => isKept)
    .map(({ from, to }) => ({ from, to: to.trim() }));
  if (kept.length > MAX_COLUMNS) throw new Error(strings.imports.tooWide(MAX_COLUMNS));
  const columns = kept.map(({ to }) => to);
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(strings.imports.sameName(twice));
  if (columns.includes('')) throw new Error(strings.imports.noName);
  const rows = table.rows.map((row) =>
    Object.fromEntries(
      kept.flatMap(({ from, to }) => (row[from] === undefined ? [] : [[to, row[from]]])),
    ),
  );
  return { columns, rows };
}
