import { parseScopes, type Scope } from '../../contract/scopes.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type AgeKey, NEWEST, WHOLE_LIST } from '../page.ts';
import { type Row, statement } from '../statement.ts';
import { asWord, inserter, namedWriter, writer } from '../writers.ts';

/** Means "never" in columns of times. */
export const NEVER = 9_007_199_254_740_991;

export const insertCredential = inserter('credentials', {
  id: 'text',
  tokenHash: 'text',
  kind: asWord<'key' | 'session'>,
  prefix: 'text?',
  /** Given by its owner; empty for sessions. */
  name: 'text',
  userId: 'text',
  workspaceId: 'text?',
  createdAt: 'integer',
  expiresAt: 'integer',
  /** Sessions end earlier than they expire when they are not used. */
  validUntil: 'integer',
  /** The scopes of a key, as its text has them, for lists; empty for all. */
  scopes: 'text',
});

const FIND_LIMITS_OF_KEY = statement(
  "SELECT expires_at, scopes FROM credentials WHERE token_hash = $1 AND kind = 'key'",
  { expiresAt: 'integer', scopes: toScopes },
);

/** When the caller's key expires, and its scopes; undefined for a session. */
export async function findLimitsOfKey(
  db: Queryable,
  { tokenHash }: { readonly tokenHash: string },
): Promise<Row<typeof FIND_LIMITS_OF_KEY> | undefined> {
  return findRow(db, FIND_LIMITS_OF_KEY, [tokenHash]);
}

/** Only the names of scopes are ever written to the column. */
function toScopes(text: string): readonly Scope[] {
  return parseScopes(text) ?? [];
}

/** Records the use of a credential; a session may then stay unused until `idleUntil`. */
export const updateLastUse = namedWriter(
  `UPDATE credentials SET last_used_at = $2,
     valid_until = CASE WHEN kind = 'key' THEN valid_until
       WHEN expires_at < $3 THEN expires_at ELSE $3 END
   WHERE token_hash = $1 AND valid_until > $2`,
  {
    tokenHash: 'text',
    now: 'integer',
    idleUntil: 'integer',
  },
);

const LIST_CREDENTIALS = statement(
  `SELECT id, COALESCE(prefix, '') AS prefix, name, created_at, last_used_at, expires_at,
     scopes FROM credentials
   WHERE user_id = $1 AND kind = $2 AND valid_until > $3
     AND (created_at, id) < ($4, $5)
     AND (CAST($7 AS text) IS NULL OR CAST(workspace_id AS text) = $7)
   ORDER BY created_at DESC, id DESC LIMIT $6`,
  {
    id: 'text',
    prefix: 'text',
    name: 'text',
    createdAt: 'integer',
    lastUsedAt: 'integer?',
    expiresAt: 'integer',
    scopes: toScopes,
  },
);

export type IssuedCredential = Row<typeof LIST_CREDENTIALS>;

export interface CredentialQuery {
  readonly userId: string;
  readonly kind: 'key' | 'session';
  readonly now: number;
  readonly before?: AgeKey | undefined;
  readonly limit?: number;
  /** Only those of one workspace. */
  readonly workspaceId?: string | null;
}

/** The valid keys or sessions of a user, newest first. */
export async function listCredentials(
  db: Queryable,
  query: CredentialQuery,
): Promise<readonly IssuedCredential[]> {
  const before = query.before ?? NEWEST;
  return db.query(LIST_CREDENTIALS, [
    query.userId,
    query.kind,
    query.now,
    before.createdAt,
    before.id,
    query.limit ?? WHOLE_LIST,
    query.workspaceId ?? null,
  ]);
}

const DELETE_KEY = statement(
  `DELETE FROM credentials WHERE user_id = $1 AND prefix = $2
     AND (CAST($3 AS text) IS NULL OR CAST(workspace_id AS text) = $3)
   RETURNING workspace_id`,
  { workspaceId: 'text' },
);

/** Undefined when the user has no such key (in that workspace). */
export async function deleteKey(
  tx: Transaction,
  key: { userId: string; prefix: string; workspaceId: string | null },
): Promise<{ workspaceId: string } | undefined> {
  return findRow(tx, DELETE_KEY, [key.userId, key.prefix, key.workspaceId]);
}

const DELETE_SESSION = statement(
  "DELETE FROM credentials WHERE user_id = $1 AND id = $2 AND kind = 'session' RETURNING id",
  { id: 'text' },
);

/** Undefined when the user has no such session. */
export async function deleteSession(
  tx: Transaction,
  session: { userId: string; id: string },
): Promise<{ id: string } | undefined> {
  return findRow(tx, DELETE_SESSION, [session.userId, session.id]);
}

/** Ends all sessions of a user but the one in use. */
export const deleteOtherSessions = namedWriter(
  "DELETE FROM credentials WHERE user_id = $1 AND token_hash <> $2 AND kind = 'session'",
  {
    userId: 'text',
    tokenHash: 'text',
  },
);

/** Ends all sessions of a user. */
export const deleteSessionsOf = writer<[userId: string]>(
  "DELETE FROM credentials WHERE user_id = $1 AND kind = 'session'",
);

/** Ends all keys of a user for one workspace. */
export const deleteKeysOfMember = namedWriter(
  'DELETE FROM credentials WHERE user_id = $1 AND workspace_id = $2',
  {
    userId: 'text',
    workspaceId: 'text',
  },
);

export const deleteExpiredCredentials = writer<[now: number]>(
  'DELETE FROM credentials WHERE valid_until <= $1',
);
