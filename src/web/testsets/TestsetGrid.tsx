import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useId,
  useRef,
} from 'react';
import { strings } from '../strings.ts';
import { isComposing } from '../ui/is-composing.ts';
import { latinKeyOf } from '../ui/latin-key.ts';
import { CellEditor } from './CellEditor.tsx';
import { cellForClipboard } from './cell-for-clipboard.ts';
import { GridHeader } from './GridHeader.tsx';
import { cellId, GridRow, placeOf } from './GridRow.tsx';
import { COLUMN_WIDTH, GUTTER_WIDTH, ROW_HEIGHT } from './grid-measures.ts';
import {
  type CellPlace,
  type GridTable,
  hasCells,
  isSameCell,
  textAt,
  withCell,
  withPasted,
} from './grid-table.ts';
import { moveCursor } from './move-cursor.ts';
import { parseCells } from './parse-table.ts';
import styles from './TestsetGrid.module.css';

interface TestsetGridProps {
  readonly label: string;
  readonly table: GridTable;
  readonly mode: 'edit' | 'read';
  /** The text in the cursor cell's editor, while that is open. */
  readonly edited: string | undefined;
  readonly onEdit: (text: string | undefined) => void;
  readonly onChange: (table: GridTable) => void;
  readonly cursor: CellPlace;
  readonly onMove: (cursor: CellPlace) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** Before the grid is measured it shows a few cells, so the user can type at once. */
const UNMEASURED = { width: COLUMN_WIDTH, height: ROW_HEIGHT };

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 4;

/** The visible range, plus the edited cell even if the user scrolled away from it. */
function rangeWith(range: Range, edited: number | undefined): number[] {
  const shown = defaultRangeExtractor(range);
  if (edited === undefined || shown.includes(edited)) return shown;
  return [...shown, edited].sort((left, right) => left - right);
}

/**
 * Whether the grid itself has the focus. React also delivers events of its header's menus and
 * dialogs, which are elsewhere in the document (react.dev/reference/react-dom/createPortal).
 */
function isFocused({ currentTarget }: SyntheticEvent): boolean {
  return currentTarget === document.activeElement;
}

/** A grid that renders only its visible rows and columns. */
export function TestsetGrid(props: TestsetGridProps) {
  const { label, table, mode, edited, onEdit, onChange, cursor, onMove } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const editedPlace = edited === undefined ? undefined : cursor;
  // Before the rows: it reads the scroll position, which forces a layout once they change.
  const columns = useVirtualizer({
    horizontal: true,
    count: table.columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN_WIDTH,
    scrollPaddingStart: GUTTER_WIDTH,
    overscan: 2,
    initialRect: UNMEASURED,
    rangeExtractor: (range) => rangeWith(range, editedPlace?.column),
  });
  const rows = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    overscan: OVERSCAN,
    initialRect: UNMEASURED,
    rangeExtractor: (range) => rangeWith(range, editedPlace?.row),
  });
  const move = (place: CellPlace) => {
    onMove(place);
    rows.scrollToIndex(place.row);
    columns.scrollToIndex(place.column);
  };
  const edit = (text: string) => mode === 'edit' && hasCells(table) && onEdit(text);
  const keep = (text: string) => {
    onEdit(undefined);
    if (text !== textAt(table, cursor)) onChange(withCell(table, cursor, text));
  };
  const finish = (text: string, next: CellPlace) => {
    keep(text);
    move(next);
    scroller.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (edited !== undefined || !isFocused(event) || isComposing(event.nativeEvent)) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && latinKeyOf(event) === 'z') {
      event.preventDefault();
      if (event.shiftKey) props.onRedo();
      else props.onUndo();
      return;
    }
    if (isCommand && latinKeyOf(event) === 'y') {
      event.preventDefault();
      props.onRedo();
      return;
    }
    const next = moveCursor(cursor, event, table);
    if (next !== undefined) {
      event.preventDefault();
      move(next);
      return;
    }
    if (isCommand || event.altKey || mode === 'read') return;
    if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      edit(textAt(table, cursor));
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onChange(withCell(table, cursor, ''));
    } else if (event.key.length === 1) {
      event.preventDefault();
      edit(event.key);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    if (edited !== undefined || !isFocused(event) || mode === 'read') return;
    event.preventDefault();
    const lines = parseCells(event.clipboardData.getData('text/plain'));
    if (lines.length > 0) onChange(withPasted(table, cursor, lines));
  };
  const onCopy = (event: ClipboardEvent) => {
    if (edited !== undefined || !isFocused(event)) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', cellForClipboard(textAt(table, cursor)));
  };
  // One listener for all cells, because thousands of them pass by while the user scrolls.
  const onMouseDown = ({ target }: MouseEvent) => {
    const place = placeOf(target);
    if (place === undefined || (edited !== undefined && isSameCell(place, cursor))) return;
    // An open editor stores its text on blur, so it must blur before the cursor moves.
    scroller.current?.focus();
    onMove(place);
  };
  const onDoubleClick = ({ target }: MouseEvent) => {
    const place = placeOf(target);
    if (place !== undefined && edited === undefined) edit(textAt(table, place));
  };
  const shownColumns = columns.getVirtualItems();
  const poolSize = Math.ceil((rows.scrollRect?.height ?? 0) / ROW_HEIGHT) + 2 * OVERSCAN + 2;
  const editor = edited !== undefined && (
    <CellEditor
      label={strings.testsets.cell(table.columns[cursor.column] ?? '', cursor.row + 1)}
      text={edited}
      onType={edit}
      onDone={(text) =>
        finish(text, { ...cursor, row: Math.min(cursor.row + 1, table.rows.length - 1) })
      }
      onStay={(text) => finish(text, cursor)}
      onLeave={keep}
      onCancel={() => {
        onEdit(undefined);
        scroller.current?.focus();
      }}
    />
  );
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={table.rows.length + 1}
      aria-colcount={table.columns.length + 1}
      aria-readonly={mode === 'read'}
      aria-activedescendant={hasCells(table) ? cellId(id, cursor) : undefined}
      aria-describedby={`${id}-help`}
      tabIndex={0}
      className={styles['grid']}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onCopy={onCopy}
      onMouseDown={onMouseDown}
      onDoubleClick={onDoubleClick}
    >
      <p id={`${id}-help`} className="visually-hidden">
        {strings.testsets.gridHelp}
      </p>
      <div
        className={styles['sheet']}
        style={{
          width: GUTTER_WIDTH + columns.getTotalSize(),
          height: ROW_HEIGHT + rows.getTotalSize(),
        }}
      >
        <GridHeader table={table} shown={shownColumns} mode={mode} onChange={onChange} />
        {rows.getVirtualItems().map(({ index, start }) => {
          const isCursor = index === cursor.row;
          return (
            <GridRow
              // Rows that scroll out on one side are reused on the other: cheaper than new ones.
              key={isCursor && edited !== undefined ? 'edited' : index % poolSize}
              gridId={id}
              index={index}
              start={start + ROW_HEIGHT}
              row={table.rows[index]}
              names={table.columns}
              shown={shownColumns}
              cursor={isCursor ? cursor.column : undefined}
              editor={isCursor && editor}
            />
          );
        })}
      </div>
    </div>
  );
}
