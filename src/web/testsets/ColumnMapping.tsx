import { MAX_COLUMNS } from '../../contract/testsets/testsets.ts';
import { strings } from '../strings.ts';
import { TableFrame } from '../ui/Table.tsx';
import styles from './ColumnMapping.module.css';
import { cellText, type GridTable } from './grid-table.ts';
import type { ColumnChoice } from './map-columns.ts';

interface ColumnMappingProps {
  readonly table: GridTable;
  readonly choices: readonly ColumnChoice[];
  readonly onChange: (choices: readonly ColumnChoice[]) => void;
}

const SHOWN_ROWS = 5;
const SHOWN_LENGTH = 120;

/** A preview of the first rows, with the columns to keep and rename. */
export function ColumnMapping({ table: data, choices, onChange }: ColumnMappingProps) {
  const change = (index: number, part: Partial<ColumnChoice>) =>
    onChange(choices.map((choice, at) => (at === index ? { ...choice, ...part } : choice)));
  return (
    <section aria-label={strings.imports.preview}>
      <p className={styles['summary']}>
        {strings.imports.size(data.rows.length, data.columns.length)}
      </p>
      {data.columns.length > MAX_COLUMNS && (
        <p role="note" className={styles['summary']}>
          {strings.imports.firstKept(MAX_COLUMNS)}
        </p>
      )}
      <TableFrame className={styles['frame']}>
        <thead>
          <tr>
            {choices.map(({ from, to, isKept }, index) => (
              <th key={from} scope="col">
                <label className={styles['keep']}>
                  <input
                    type="checkbox"
                    checked={isKept}
                    onChange={({ target }) => change(index, { isKept: target.checked })}
                  />
                  <span className="visually-hidden">{strings.imports.keep(from)}</span>
                </label>
                <input
                  className={styles['name']}
                  aria-label={strings.imports.nameOf(from)}
                  value={to}
                  disabled={!isKept}
                  onChange={({ target }) => change(index, { to: target.value })}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.slice(0, SHOWN_ROWS).map((row, index) => (
            <tr key={index}>
              {choices.map(({ from, isKept }) => (
                <td key={from} data-kept={isKept} className={styles['cell']}>
                  {cellText(row[from]).slice(0, SHOWN_LENGTH)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </section>
  );
}
