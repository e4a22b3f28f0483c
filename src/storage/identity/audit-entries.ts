import type { JsonObject } from '../../contract/fields.ts';
import type { Queryable, Transaction } from '../database.ts';
import { NEWEST, type Page } from '../page.ts';
import {
  type Columns,
  json,
  type Parameter,
  type RowOf,
  sqlName,
  statement,
  word,
} from '../statement.ts';

/** Account operations of users without a workspace are stored under this id. */
export const NO_WORKSPACE = '00000000-0000-0000-0000-000000000000';

export type ActorKind = 'user' | 'key' | 'guest' | 'anyone' | 'service';

const ENTRY = {
  workspaceId: 'text',
  at: 'integer',
  id: 'text',
  operation: 'text',
  actorKind: word<ActorKind>,
  /** The id of a user or guest, who may have been deleted. */
  actorId: 'text?',
  keyPrefix: 'text?',
  objectKind: 'text?',
  objectId: 'text?',
  /** JSON: further parameters of the path, and what changed. */
  detail: 'text',
  address: 'text',
  requestId: 'text',
} as const satisfies Columns;

/** One write as it is chained: actor, operation, time and address. */
export type AuditEntry = RowOf<typeof ENTRY>;

const NAMES = Object.keys(ENTRY) as readonly (keyof AuditEntry)[]; // Object.keys loses the key type.

const COLUMNS = NAMES.map(sqlName).join(', ');

const INSERT_ENTRY = statement(
  `INSERT INTO audit_entries (${COLUMNS}) VALUES (${NAMES.map((_, index) => `$${index + 1}`).join(', ')})`,
  {},
);

/** Appends the entry in the same commit as the write it records, so it adds no round trip. */
export function appendAuditEntry(tx: Transaction, entry: AuditEntry): void {
  tx.withCommit(INSERT_ENTRY, entryValues(entry));
}

/** The values of an entry in a fixed order. */
export function entryValues(entry: AuditEntry): readonly Parameter[] {
  return NAMES.map((name) => entry[name]);
}

const LIST_WORKSPACES_OF_USER = statement(
  'SELECT workspace_id FROM memberships WHERE user_id = $1 ORDER BY workspace_id',
  { workspaceId: 'text' },
);

export async function listWorkspacesOfUser(
  tx: Transaction,
  userId: string,
): Promise<readonly string[]> {
  const rows = await tx.query(LIST_WORKSPACES_OF_USER, [userId]);
  return rows.map(({ workspaceId }) => workspaceId);
}

export interface AuditFilter {
  readonly actorId: string | undefined;
  readonly operation: string | undefined;
  readonly objectId: string | undefined;
  /** From this time on. */
  readonly since: number | undefined;
  /** Before this time. */
  readonly until: number | undefined;
}

/** Position in the trail, which is listed newest first. */
export interface AuditKey {
  readonly at: number;
  readonly id: string;
}

const LISTED = {
  ...ENTRY,
  detail: json<JsonObject>,
  actorName: 'text?',
  seal: 'integer?',
} as const;

export type ListedEntry = RowOf<typeof LISTED>;

const LIST_ENTRIES = statement(
  `SELECT ${NAMES.map((name) => `e.${sqlName(name)}`).join(', ')},
     COALESCE(g.name, u.username) AS actor_name, e.seal
   FROM (
     SELECT a.* FROM audit_entries a
     WHERE a.workspace_id = $1
       AND (a.at, a.id) < ($2, $3)
       AND (CAST($4 AS text) IS NULL OR CAST(a.actor_id AS text) = CAST($4 AS text))
       AND (CAST($5 AS text) IS NULL OR a.operation = CAST($5 AS text))
       AND (CAST($6 AS text) IS NULL OR a.object_id = CAST($6 AS text))
       AND a.at >= $7 AND a.at < $8
     ORDER BY a.at DESC, a.id DESC LIMIT $9
   ) e
   LEFT JOIN users u ON u.id = e.actor_id
   LEFT JOIN guests g ON g.id = e.actor_id
   ORDER BY e.at DESC, e.id DESC`,
  LISTED,
  'each time',
);

/** Entries of a workspace, newest first, with the current names of the actors. */
export async function listAuditEntries(
  db: Queryable,
  workspaceId: string,
  { filter, page }: { readonly filter: AuditFilter; readonly page: Page<AuditKey> },
): Promise<readonly ListedEntry[]> {
  return db.query(LIST_ENTRIES, [
    workspaceId,
    page.after?.at ?? NEWEST.createdAt,
    page.after?.id ?? NEWEST.id,
    filter.actorId ?? null,
    filter.operation ?? null,
    filter.objectId ?? null,
    filter.since ?? 0,
    filter.until ?? NEWEST.createdAt,
    page.limit,
  ]);
}

export const ENTRY_COLUMNS = { shape: ENTRY, sql: COLUMNS } as const;
