import type { Queryable, Transaction } from '../database.ts';
import { type Row, statement } from '../statement.ts';
import { writer } from '../writers.ts';

const SECRETS = 'workspace_id, id, base_url, sealed_key, sealed_headers';
const IS_SEALED = 'sealed_key IS NOT NULL OR sealed_headers IS NOT NULL';

const COLUMNS = {
  workspaceId: 'text',
  id: 'text',
  baseUrl: 'text',
  sealedKey: 'text?',
  sealedHeaders: 'text?',
} as const;

const LIST_SEALED = statement(
  `SELECT ${SECRETS} FROM providers WHERE ${IS_SEALED} ORDER BY workspace_id, id`,
  COLUMNS,
);

/** Writes the rows unchanged: rows on several servers can be locked in no other way. */
const HOLD_SEALED = statement(
  `UPDATE providers SET sealed_key = sealed_key WHERE ${IS_SEALED} RETURNING ${SECRETS}`,
  COLUMNS,
);

/** A provider of any workspace, with its secrets. */
export type SealedProvider = Row<typeof LIST_SEALED>;

/** All secrets that only the master key opens. */
export async function listSealed(db: Queryable): Promise<readonly SealedProvider[]> {
  return db.query(LIST_SEALED, []);
}

/** The same, locked until the transaction ends. */
export async function holdSealed(tx: Transaction): Promise<readonly SealedProvider[]> {
  return tx.query(HOLD_SEALED, []);
}

/** Stores the same secrets under another key; nothing visible changes, so the version stays. */
export const updateSealed = writer<
  [workspaceId: string, id: string, sealedKey: string | null, sealedHeaders: string | null]
>('UPDATE providers SET sealed_key = $3, sealed_headers = $4 WHERE workspace_id = $1 AND id = $2');

const LIST_ADDRESSES = statement(
  `SELECT base_url, MAX(loopback_allowed_at) AS loopback_allowed_at FROM providers
   GROUP BY base_url ORDER BY base_url`,
  { baseUrl: 'text', loopbackAllowedAt: 'integer?' },
);

/** The providers' addresses in all workspaces, and when the owner allowed one on this machine. */
export async function listProviderAddresses(
  db: Queryable,
): Promise<readonly Row<typeof LIST_ADDRESSES>[]> {
  return db.query(LIST_ADDRESSES, []);
}
