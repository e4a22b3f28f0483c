import type { JsonObject, JsonValue } from '../../contract/fields.ts';

/** The rows of a test set in the grid; every change creates a new table. */
export interface GridTable {
  readonly columns: readonly string[];
  readonly rows: readonly JsonObject[];
}

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export function isSameCell(left: CellPlace, right: CellPlace): boolean {
  return left.row === right.row && left.column === right.column;
}

export function tableOf(rows: readonly JsonObject[]): GridTable {
  const columns = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
  return { columns: [...columns], rows };
}

/** Text as it is, everything else as JSON. */
export function cellText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A JSON cell stays JSON if the typed text is JSON. */
function cellValue(text: string, before: JsonValue | undefined): JsonValue {
  if (before === undefined || typeof before === 'string') return text;
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

export function hasCells({ rows, columns }: GridTable): boolean {
  return rows.length > 0 && columns.length > 0;
}

export function textAt(table: GridTable, { row, column }: CellPlace): string {
  return cellText(table.rows[row]?.[table.columns[column] ?? '']);
}

export function withCell(table: GridTable, place: CellPlace, text: string): GridTable {
  const row = table.rows[place.row];
  const name = table.columns[place.column];
  if (row === undefined || name === undefined) return table;
  const changed = { ...row, [name]: cellValue(text, row[name]) };
  return { ...table, rows: table.rows.with(place.row, changed) };
}

export function withNewRow(table: GridTable): GridTable {
  return { ...table, rows: [...table.rows, emptyRow(table.columns)] };
}

export function withoutRow(table: GridTable, row: number): GridTable {
  return { ...table, rows: table.rows.toSpliced(row, 1) };
}

export function withNewColumn(table: GridTable, name: string): GridTable {
  if (table.columns.includes(name)) return table;
  return {
    columns: [...table.columns, name],
    rows: table.rows.map((row) => ({ ...row, [name]: '' })),
  };
}

export function withoutColumn(table: GridTable, name: string): GridTable {
  return {
    columns: table.columns.filter((column) => column !== name),
    rows: table.rows.map((row) => entriesWith(row, (key) => (key === name ? undefined : key))),
  };
}

export function withColumnNamed(table: GridTable, from: string, to: string): GridTable {
  if (from === to || table.columns.includes(to)) return table;
  const rename = (key: string) => (key === from ? to : key);
  return {
    columns: table.columns.map(rename),
    rows: table.rows.map((row) => entriesWith(row, rename)),
  };
}

function entriesWith(row: JsonObject, rename: (key: string) => string | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => {
      const name = rename(key);
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

/** Puts cells from a spreadsheet at the cursor, and adds the rows and columns that they need. */
export function withPasted(
  table: GridTable,
  at: CellPlace,
  lines: readonly (readonly string[])[],
): GridTable {
  if (table.columns.length === 0) return tableOfPasted(lines);
  const width = at.column + lines.reduce((widest, line) => Math.max(widest, line.length), 0);
  let grown = table;
  while (grown.columns.length < width) grown = withNewColumn(grown, freeName(grown.columns));
  const rows = [...grown.rows];
  for (const [offset, line] of lines.entries()) {
    const index = at.row + offset;
    const cells = new Map(Object.entries(rows[index] ?? emptyRow(grown.columns)));
    for (const [step, text] of line.entries()) {
      const name = grown.columns[at.column + step];
      if (name !== undefined) cells.set(name, cellValue(text, cells.get(name)));
    }
    rows[index] = Object.fromEntries(cells);
  }
  return { ...grown, rows };
}

/** In an empty test set, the first pasted line names the columns. */
function tableOfPasted([header = [], ...lines]: readonly (readonly string[])[]): GridTable {
  const columns: string[] = [];
  for (const name of header)
    columns.push(name === '' || columns.includes(name) ? freeName(columns) : name);
  const rows = lines.map((line) =>
    Object.fromEntries(columns.map((name, index) => [name, line[index] ?? ''])),
  );
  return { columns, rows };
}

function emptyRow(columns: readonly string[]): JsonObject {
  return Object.fromEntries(columns.map((name) => [name, '']));
}

export function freeName(taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number += 1) {
    const name = `column ${number}`;
    if (!taken.includes(name)) return name;
  }
}

export interface TableChange {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** Compares two tables row by row, from the top. */
export function compareTables(before: GridTable, after: GridTable): TableChange {
  const both = Math.min(before.rows.length, after.rows.length);
  let changed = 0;
  for (let index = 0; index < both; index += 1) {
    const [old, row] = [before.rows[index], after.rows[index]];
    if (old !== row && JSON.stringify(old) !== JSON.stringify(row)) changed += 1;
  }
  return { added: after.rows.length - both, removed: before.rows.length - both, changed };
}
