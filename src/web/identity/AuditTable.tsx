import type { AuditEntry } from '../../contract/identity/audit-trail.ts';
import { strings } from '../strings.ts';
import { Moment } from '../ui/Moment.tsx';
import { Table } from '../ui/Table.tsx';
import styles from './AuditPage.module.css';

const texts = strings.audit;

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <Table
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        { title: texts.when, cell: ({ at }) => <Moment at={at} /> },
        { kind: 'text', title: texts.who, cell: ({ actor }) => nameOf(actor) },
        { title: texts.what, cell: ({ operation }) => <code>{operation}</code> },
        {
          title: texts.object,
          cell: ({ object }) =>
            object !== null && (
              <span title={object.id}>
                {object.kind} <code>{object.id.slice(-8)}</code>
              </span>
            ),
        },
        {
          kind: 'text',
          title: texts.detail,
          cell: ({ detail }) => <span className={styles['detail']}>{changeOf(detail)}</span>,
        },
        {
          title: texts.address,
          cell: ({ address, request_id }) => <span title={request_id}>{address}</span>,
        },
      ]}
    />
  );
}

function nameOf({ kind, name, key_prefix }: AuditEntry['actor']): string {
  if (kind === 'service') return texts.service;
  if (kind === 'anyone') return texts.anyone;
  const means = kind === 'key' && key_prefix !== null ? texts.key(key_prefix) : undefined;
  const extra = kind === 'guest' ? texts.guest : means;
  return [name ?? texts.deleted, ...(extra === undefined ? [] : [`(${extra})`])].join(' ');
}

/** `name: old → new`, a line for each field. */
function changeOf(detail: AuditEntry['detail']): string {
  return Object.entries(detail)
    .map(([field, value]) => {
      const isChange = Array.isArray(value) && value.length === 2;
      return `${field}: ${isChange ? value.map(valueText).join(' → ') : valueText(value)}`;
    })
    .join('\n');
}

function valueText(value: unknown): string {
  if (value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
