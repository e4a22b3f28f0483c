import { findRow, type Queryable, type Transaction } from '../database.ts';
import { WHOLE_LIST } from '../page.ts';
import { type Row, statement } from '../statement.ts';

/** Means "never" in columns of times. */
export const NEVER = 9_007_199_254_740_991;

export interface NewCredential {
  readonly id: string;
  readonly tokenHash: string;
  readonly kind: 'key' | 'session';
  readonly prefix: string | null;
  readonly userId: string;
  readonly workspaceId: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Sessions end earlier than they expire when they are not used. */
  readonly validUntil: number;
}

const INSERT_CREDENTIAL = statement(
  `INSERT INTO credentials (id, token_hash, kind, prefix, user_id, workspace_id, created_at,
     last_used_at, expires_at, valid_until)
   VALUES ($1, $2, $3, $4, $5, $6, $7, NULL, $8, $9)`,
  {},
);

export async function insertCredential(tx: Transaction, credential: NewCredential): Promise<void> {
  await tx.query(INSERT_CREDENTIAL, [
    credential.id,
    credential.tokenHash,
    credential.kind,
    credential.prefix,
    credential.userId,
    credential.workspaceId,
    credential.createdAt,
    credential.expiresAt,
    credential.validUntil,
  ]);
}

const FIND_EXPIRY_OF_KEY = statement(
  "SELECT expires_at FROM credentials WHERE token_hash = $1 AND kind = 'key'",
  { expires_at: 'integer' },
);

/** When the key that calls expires; undefined for a session. */
export async function findExpiryOfKey(
  db: Queryable,
  { tokenHash }: { readonly tokenHash: string },
): Promise<number | undefined> {
  return (await findRow(db, FIND_EXPIRY_OF_KEY, [tokenHash]))?.expires_at;
}

const UPDATE_LAST_USE = statement(
  `UPDATE credentials SET last_used_at = $2,
     valid_until = CASE WHEN kind = 'key' THEN valid_until
       WHEN expires_at < $3 THEN expires_at ELSE $3 END
   WHERE token_hash = $1 AND valid_until > $2`,
  {},
);

/** Notes that a credential was used; a session may then stay unused until `idleUntil`. */
export async function updateLastUse(
  tx: Transaction,
  use: { tokenHash: string; now: number; idleUntil: number },
): Promise<void> {
  await tx.query(UPDATE_LAST_USE, [use.tokenHash, use.now, use.idleUntil]);
}

export interface IssuedCredential {
  readonly id: string;
  readonly prefix: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number;
}

const LIST_CREDENTIALS = statement(
  `SELECT id, prefix, created_at, last_used_at, expires_at FROM credentials
   WHERE user_id = $1 AND kind = $2 AND valid_until > $3
     AND (CAST($4 AS bigint) IS NULL OR (created_at, id) < (CAST($4 AS bigint), $5))
     AND (CAST($7 AS text) IS NULL OR CAST(workspace_id AS text) = $7)
   ORDER BY created_at DESC, id DESC LIMIT $6`,
  {
    id: 'text',
    prefix: 'text?',
    created_at: 'integer',
    last_used_at: 'integer?',
    expires_at: 'integer',
  },
);

export interface CredentialQuery {
  readonly userId: string;
  readonly kind: 'key' | 'session';
  readonly now: number;
  readonly before?: { readonly createdAt: number; readonly id: string } | undefined;
  readonly limit?: number;
  /** Only those of one workspace. */
  readonly workspaceId?: string | null;
}

/** The valid keys or sessions of a user, newest first. */
export async function listCredentials(
  db: Queryable,
  query: CredentialQuery,
): Promise<readonly IssuedCredential[]> {
  const rows = await db.query(LIST_CREDENTIALS, [
    query.userId,
    query.kind,
    query.now,
    query.before?.createdAt ?? null,
    query.before?.id ?? null,
    query.limit ?? WHOLE_LIST,
    query.workspaceId ?? null,
  ]);
  return rows.map(toIssuedCredential);
}

const DELETE_KEY = statement(
  `DELETE FROM credentials WHERE user_id = $1 AND prefix = $2
     AND (CAST($3 AS text) IS NULL OR CAST(workspace_id AS text) = $3)
   RETURNING id`,
  { id: 'text' },
);

/** False when the user has no such key (in that workspace). */
export async function deleteKey(
  tx: Transaction,
  key: { userId: string; prefix: string; workspaceId: string | null },
): Promise<boolean> {
  const row = await findRow(tx, DELETE_KEY, [key.userId, key.prefix, key.workspaceId]);
  return row !== undefined;
}

const DELETE_SESSION = statement(
  "DELETE FROM credentials WHERE user_id = $1 AND id = $2 AND kind = 'session'",
  {},
);

export async function deleteSession(
  tx: Transaction,
  session: { userId: string; id: string },
): Promise<void> {
  await tx.query(DELETE_SESSION, [session.userId, session.id]);
}

const DELETE_OTHER_SESSIONS = statement(
  "DELETE FROM credentials WHERE user_id = $1 AND token_hash <> $2 AND kind = 'session'",
  {},
);

/** Ends all sessions of a user but the one in use. */
export async function deleteOtherSessions(
  tx: Transaction,
  session: { userId: string; tokenHash: string },
): Promise<void> {
  await tx.query(DELETE_OTHER_SESSIONS, [session.userId, session.tokenHash]);
}

const DELETE_KEYS_OF_MEMBER = statement(
  'DELETE FROM credentials WHERE user_id = $1 AND workspace_id = $2',
  {},
);

/** Ends all keys of a user for one workspace. */
export async function deleteKeysOfMember(
  tx: Transaction,
  member: { userId: string; workspaceId: string },
): Promise<void> {
  await tx.query(DELETE_KEYS_OF_MEMBER, [member.userId, member.workspaceId]);
}

const DELETE_EXPIRED_CREDENTIALS = statement('DELETE FROM credentials WHERE valid_until <= $1', {});

export async function deleteExpiredCredentials(tx: Transaction, now: number): Promise<void> {
  await tx.query(DELETE_EXPIRED_CREDENTIALS, [now]);
}

function toIssuedCredential(row: Row<typeof LIST_CREDENTIALS>): IssuedCredential {
  return {
    id: row.id,
    prefix: row.prefix ?? '',
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}
