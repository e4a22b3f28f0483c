import type { ComponentProps, Key, ReactNode } from 'react';
import { wholeNumber } from '../localized.ts';
import { strings } from '../strings.ts';
import styles from './Table.module.css';
import { useOverflow } from './use-overflow.ts';

type Column<Row> = HeadedColumn<Row> | ActionColumn<Row>;

interface HeadedColumn<Row> {
  /**
   * text: written by users, in either writing direction · long: the same with line breaks, aligned
   * to the top · name: the row's heading.
   */
  readonly kind?: 'text' | 'long' | 'name';
  /** An empty title leaves the corner above row headings empty. */
  readonly title: ReactNode;
  readonly cell: Cell<Row>;
}

/** Buttons at the end of each row; only screen readers get the title of their column. */
interface ActionColumn<Row> {
  readonly kind: 'action';
  readonly cell: Cell<Row>;
}

/** The table formats numbers, which are counts and positions, in the browser's language. */
type Cell<Row> = (row: Row, index: number) => ReactNode;

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => Key;
  readonly columns: readonly Column<Row>[];
}

export function Table<Row>({ rows, rowKey, columns }: TableProps<Row>) {
  return (
    <TableFrame>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <TableHead key={at} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)}>
            {columns.map(({ kind, cell }, at) => (
              <TableCell key={at} kind={kind}>
                {localized(cell(row, index))}
              </TableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function localized(content: ReactNode): ReactNode {
  return typeof content === 'number' ? wholeNumber(content) : content;
}

/** Scrolls sideways when the table is wider than the page. */
export function TableFrame({ className = '', children, ...frame }: ComponentProps<'div'>) {
  const overflow = useOverflow();
  return (
    <div {...frame} {...overflow} className={`${styles['frame']} ${className}`}>
      <table className={styles['table']}>{children}</table>
    </div>
  );
}

function TableHead<Row>({ column }: { readonly column: Column<Row> }) {
  if (column.kind === 'action') {
    return (
      <th scope="col">
        <span className="visually-hidden">{strings.actions.title}</span>
      </th>
    );
  }
  return column.title === '' ? <td /> : <th scope="col">{column.title}</th>;
}

interface TableCellProps {
  readonly kind: Column<never>['kind'];
  readonly children: ReactNode;
}

function TableCell({ kind, children }: TableCellProps) {
  if (kind === undefined) return <td>{children}</td>;
  if (kind === 'name') return <th scope="row">{children}</th>;
  if (kind === 'action') return <td className={styles['action']}>{children}</td>;
  return (
    <td dir="auto" className={styles[kind]}>
      {children}
    </td>
  );
}
