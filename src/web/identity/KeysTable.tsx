import type { Key } from '../../contract/identity/keys.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Moment } from '../ui/Moment.tsx';
import table from '../ui/Table.module.css';

interface KeysTableProps {
  readonly keys: readonly Key[];
  readonly onDelete: (prefix: string) => void;
}

export function KeysTable({ keys, onDelete }: KeysTableProps) {
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{strings.keys.one}</th>
            <th scope="col">{strings.created}</th>
            <th scope="col">{strings.settings.lastUsed}</th>
            <th scope="col">{strings.settings.ends}</th>
            <th scope="col">
              <span className="visually-hidden">{strings.actions.title}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ prefix, created_at, last_used_at, expiration_date }) => (
            <tr key={prefix}>
              <td>
                <code>{prefix}…</code>
              </td>
              <td>
                <Moment at={created_at} />
              </td>
              <td>{last_used_at === null ? strings.never : <Moment at={last_used_at} />}</td>
              <td>{expiration_date === null ? strings.never : <Moment at={expiration_date} />}</td>
              <td className={table['action']}>
                <Button
                  look="quiet"
                  aria-label={strings.keys.deleteTitle(prefix)}
                  onClick={() => onDelete(prefix)}
                >
                  {strings.actions.delete}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
