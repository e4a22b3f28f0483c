import type { Queryable, Transaction } from '../database.ts';
import { type Row, statement } from '../statement.ts';
import { writing } from '../writing.ts';

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

/** Written as they are: rows on several servers can be held in no other way. */
const HOLD_SEALED = statement(
  `UPDATE providers SET sealed_key = sealed_key WHERE ${IS_SEALED} RETURNING ${SECRETS}`,
  COLUMNS,
);

/** A provider with its secrets, of whatever workspace. */
export type SealedProvider = Row<typeof LIST_SEALED>;

/** Everything that only the master key opens. */
export async function listSealed(db: Queryable): Promise<readonly SealedProvider[]> {
  return db.query(LIST_SEALED, []);
}

/** The same, held until the transaction ends. */
export async function holdSealed(tx: Transaction): Promise<readonly SealedProvider[]> {
  return tx.query(HOLD_SEALED, []);
}

/** The same secrets under another key: nothing that the provider shows, so its version stays. */
export const updateSealed = writing<
  [workspaceId: string, id: string, sealedKey: string | null, sealedHeaders: string | null]
>('UPDATE providers SET sealed_key = $3, sealed_headers = $4 WHERE workspace_id = $1 AND id = $2');

const LIST_ADDRESSES = statement(
  `SELECT base_url, MAX(loopback_allowed_at) AS loopback_allowed_at FROM providers
   GROUP BY base_url ORDER BY base_url`,
  { baseUrl: 'text', loopbackAllowedAt: 'integer?' },
);

/** Where the providers of all workspaces are, and when the owner allowed an address of this machine. */
export async function listProviderAddresses(
  db: Queryable,
): Promise<readonly Row<typeof LIST_ADDRESSES>[]> {
  return db.query(LIST_ADDRESSES, []);
}
