import { memo, type ReactNode } from 'react';
import type { JsonObject } from '../../contract/fields.ts';
import { wholeNumber } from '../localized.ts';
import { GUTTER_WIDTH } from './grid-measures.ts';
import { type CellPlace, cellText } from './grid-table.ts';
import styles from './TestsetGrid.module.css';

interface GridRowProps {
  readonly gridId: string;
  readonly index: number;
  readonly start: number;
  readonly row: JsonObject | undefined;
  readonly names: readonly string[];
  /** The visible columns. */
  readonly shown: readonly { readonly index: number; readonly start: number }[];
  /** The column of the cursor, if it is in this row. */
  readonly cursor: number | undefined;
  /** Rendered in the cell of the cursor while the user edits it. */
  readonly editor: ReactNode;
}

/** Characters that a cell shows; its editor shows the whole text. */
const SHOWN_LENGTH = 200;

/** One row. Memoized: it does not rerender while the user scrolls past others. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { gridId, index, start, row, names, shown, cursor, editor } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + FIRST_INDEX}
      className={styles['row']}
      data-edited={editor !== false}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div role="rowheader" className={styles['number']}>
        {wholeNumber(index + 1)}
      </div>
      {shown.map((column) => {
        const isCursor = column.index === cursor;
        return (
          <div
            key={column.index}
            id={isCursor ? cellId(gridId, { row: index, column: column.index }) : undefined}
            role="gridcell"
            aria-colindex={column.index + FIRST_INDEX}
            aria-selected={isCursor}
            className={styles['cell']}
            style={{ left: GUTTER_WIDTH + column.start }}
          >
            {isCursor && editor !== false
              ? editor
              : cellText(row?.[names[column.index] ?? '']).slice(0, SHOWN_LENGTH)}
          </div>
        );
      })}
    </div>
  );
});

/** ARIA indexes count from one, and the header comes first. */
const FIRST_INDEX = 2;

export function cellId(gridId: string, { row, column }: CellPlace): string {
  return `${gridId}-${row}-${column}`;
}

/** The cell in which an event happened, if any. */
export function placeOf(target: EventTarget): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
  const row = cell?.parentElement?.ariaRowIndex;
  const column = cell?.ariaColIndex;
  if (typeof row !== 'string' || typeof column !== 'string') return undefined;
  return { row: Number(row) - FIRST_INDEX, column: Number(column) - FIRST_INDEX };
}
