import type { JsonValue } from '../../contract/fields.ts';
import type { AuditEntry } from '../../contract/identity/audit-trail.ts';
import { type Column, streamCsv } from '../../files/stream-csv.ts';
import {
  type AuditFilter,
  type AuditKey,
  listAuditEntries,
} from '../../storage/identity/audit-entries.ts';
import type { Context, StreamingOperation } from '../context.ts';
import { Pace } from '../pace.ts';
import { getAuditedWorkspace, presentAuditEntry, readAuditFilter } from './parts/audit-query.ts';

const BATCH = 500;

/** The trail as CSV, safe to open in a spreadsheet, or as JSONL. */
export const exportAuditEntries: StreamingOperation<'exportAuditEntries'> = async (
  context,
  { parameters, query },
) => {
  const { format = 'csv' } = query;
  const workspaceId = await getAuditedWorkspace(context, parameters);
  const batches = exportedEntries(context, workspaceId, readAuditFilter(query));
  const stream =
    format === 'jsonl' ? streamLines(batches) : streamCsv(batches, COLUMNS, 'for spreadsheets');
  return { stream, fileName: `audit trail.${format}` };
};

async function* exportedEntries(
  { db }: Context,
  workspaceId: string,
  filter: AuditFilter,
): AsyncGenerator<readonly AuditEntry[]> {
  const pace = new Pace();
  let after: AuditKey | undefined;
  for (;;) {
    const entries = await listAuditEntries(db, workspaceId, {
      filter,
      page: { after, limit: BATCH },
    });
    if (entries.length > 0) yield entries.map(presentAuditEntry);
    if (entries.length < BATCH) return;
    after = entries.at(-1);
    await pace.keep();
  }
}

async function* streamLines(batches: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  for await (const batch of batches) {
    yield batch.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }
}

const VALUES: Readonly<Record<string, (entry: AuditEntry) => JsonValue>> = {
  at: ({ at }) => at,
  operation: ({ operation }) => operation,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  key_prefix: ({ actor }) => actor.key_prefix,
  object_kind: ({ object }) => object?.kind ?? null,
  object_id: ({ object }) => object?.id ?? null,
  detail: ({ detail }) => JSON.stringify(detail),
  address: ({ address }) => address,
  request_id: ({ request_id }) => request_id,
  seal: ({ seal }) => seal,
};

const COLUMNS: readonly Column<AuditEntry>[] = Object.entries(VALUES).map(([name, value]) => ({
  name,
  value,
}));
