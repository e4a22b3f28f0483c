import type { ReactNode } from 'react';
import type { Key } from '../../contract/identity/keys.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Moment } from '../ui/Moment.tsx';
import { Table } from '../ui/Table.tsx';

interface KeysTableProps {
  readonly keys: readonly Key[];
  readonly onDelete: (prefix: string) => void;
}

export function KeysTable({ keys, onDelete }: KeysTableProps) {
  return (
    <Table
      rows={keys}
      rowKey={({ prefix }) => prefix}
      columns={[
        { title: strings.keys.one, cell: ({ prefix }) => <code>{prefix}…</code> },
        { kind: 'text', title: strings.keys.name, cell: ({ name }) => name },
        { title: strings.keys.scopes, cell: ({ scopes }) => strings.keys.scopesOf(scopes) },
        { title: strings.created, cell: ({ created_at }) => <Moment at={created_at} /> },
        { title: strings.settings.lastUsed, cell: (key) => momentOrNever(key.last_used_at) },
        { title: strings.settings.ends, cell: (key) => momentOrNever(key.expiration_date) },
        {
          kind: 'action',
          cell: ({ prefix }) => (
            <Button
              look="quiet"
              aria-label={strings.keys.deleteTitle(prefix)}
              onClick={() => onDelete(prefix)}
            >
              {strings.actions.delete}
            </Button>
          ),
        },
      ]}
    />
  );
}

function momentOrNever(at: string | null): ReactNode {
  return at === null ? strings.never : <Moment at={at} />;
}
