import type { CellPlace, GridTable } from './grid-table.ts';

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

const PAGE = 20;

/** The cursor after a key; undefined if the key does not move it. */
export function moveCursor(from: CellPlace, press: Press, table: GridTable): CellPlace | undefined {
  const to = target(from, press, table);
  return to === undefined ? undefined : cursorWithin(to, table);
}

/** The cursor itself, or the nearest cell if it is outside the table. */
export function cursorWithin({ row, column }: CellPlace, table: GridTable): CellPlace {
  return { row: within(row, table.rows.length), column: within(column, table.columns.length) };
}

function target({ row, column }: CellPlace, press: Press, table: GridTable): CellPlace | undefined {
  const isFar = press.ctrlKey || press.metaKey;
  switch (press.key) {
    case 'ArrowUp':
      return { row: isFar ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: isFar ? table.rows.length : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isFar ? table.columns.length : column + 1 };
    case 'PageUp':
      return { row: row - PAGE, column };
    case 'PageDown':
      return { row: row + PAGE, column };
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 };
    case 'End':
      return { row: isFar ? table.rows.length : row, column: table.columns.length };
    default:
      return undefined;
  }
}

function within(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
