import { shortened } from '../shortened.ts';
import { strings } from '../strings.ts';
import { cellText, type GridTable } from '../testsets/grid-table.ts';
import { TableFrame } from '../ui/Table.tsx';
import { COLUMN_ROLES, type ColumnChoice, withRole } from './column-choice.ts';
import styles from './Start.module.css';

interface RolesTableProps {
  readonly table: GridTable;
  readonly choice: ColumnChoice;
  readonly onChange: (choice: ColumnChoice) => void;
}

const SHOWN_ROWS = 5;
const SHOWN_LENGTH = 160;

/** The first rows, with the role of each column above it. */
export function RolesTable({ table, choice, onChange }: RolesTableProps) {
  const texts = strings.start;
  return (
    <TableFrame className={styles['frame']}>
      <thead>
        <tr>
          {choice.map(({ column, role }) => (
            <th key={column} scope="col" data-role={role} className={styles['head']}>
              <span className={styles['column']} dir="auto" title={column}>
                {column}
              </span>
              <select
                aria-label={texts.roleOf(column)}
                className={styles['role']}
                value={role}
                onChange={({ target }) => {
                  const chosen = COLUMN_ROLES.find((one) => one === target.value);
                  if (chosen !== undefined) onChange(withRole(choice, column, chosen));
                }}
              >
                {COLUMN_ROLES.map((one) => (
                  <option key={one} value={one}>
                    {texts.roles[one]}
                  </option>
                ))}
              </select>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.slice(0, SHOWN_ROWS).map((row, index) => (
          <tr key={index}>
            {choice.map(({ column, role }) => (
              <td key={column} dir="auto" data-role={role} className={styles['cell']}>
                {shortened(cellText(row[column]), SHOWN_LENGTH)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
