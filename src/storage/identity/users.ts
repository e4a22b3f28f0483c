import type { Reference } from '../../domain/ids.ts';
import { type Caller, credentialParameters, IS_VALID, notFound } from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { inList } from '../in-list.ts';
import { columnList, type Row, type RowOf, statement, withLock } from '../statement.ts';
import { inserter, namedWriter, writer } from '../writers.ts';

const USER = {
  id: 'text',
  username: 'text',
  email: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
} as const;

export type User = RowOf<typeof USER>;

const FIND_USER_OF_CALLER = statement(
  `SELECT ${columnList('u', USER)} FROM credentials c JOIN users u ON u.id = c.user_id WHERE ${IS_VALID}`,
  USER,
);

export async function findUserOfCaller(db: Queryable, caller: Caller): Promise<User | undefined> {
  return findRow(db, FIND_USER_OF_CALLER, credentialParameters(caller));
}

const FIND_USER_OF_SESSIONS = statement(
  inList(
    { column: 'c.token_hash', parameter: '$1', type: 'text' },
    (isListed) => `SELECT ${columnList('u', USER)}
     FROM credentials c JOIN users u ON u.id = c.user_id
     WHERE ${isListed} AND c.valid_until > $2
       AND (CAST($3 AS text) IS NULL OR CAST(u.id AS text) = $3)
     LIMIT 1`,
  ),
  USER,
);

/** The sessions of a browser, and the one user or guest to consider; null for all. */
export interface HeldSessions {
  readonly sessions: readonly string[];
  readonly now: number;
  readonly profileId: string | null;
}

/** The user who has one of these sessions. A browser has at most one session of a member. */
export async function findUserOfSessions(
  db: Queryable,
  { sessions, now, profileId }: HeldSessions,
): Promise<User | undefined> {
  if (sessions.length === 0) return undefined;
  return findRow(db, FIND_USER_OF_SESSIONS, [JSON.stringify(sessions), now, profileId]);
}

const FIND_FELLOW = statement(
  `SELECT ${columnList('u', USER)}
   FROM callers c
   JOIN memberships m ON m.workspace_id = c.workspace_id
   JOIN users u ON u.id = m.user_id
   WHERE ${IS_VALID} AND u.id = $3 LIMIT 1`,
  USER,
);

/** A user who is in one of the caller's workspaces. */
export async function getFellow(db: Queryable, caller: Caller, user: Reference): Promise<User> {
  const row =
    user.id === undefined
      ? undefined
      : await findRow(db, FIND_FELLOW, [...credentialParameters(caller), user.id]);
  if (row === undefined) throw notFound('user', user);
  return row;
}

const FIND_USER_BY_EMAIL = statement(
  `SELECT ${columnList('u', USER)}, u.password_hash FROM users u WHERE u.email_key = $1`,
  { ...USER, passwordHash: 'text' },
);

export type UserWithPassword = Row<typeof FIND_USER_BY_EMAIL>;

export async function findUserByEmail(
  db: Queryable,
  emailKey: string,
): Promise<UserWithPassword | undefined> {
  return findRow(db, FIND_USER_BY_EMAIL, [emailKey]);
}

export const insertUser = inserter('users', {
  id: 'text',
  username: 'text',
  email: 'text',
  emailKey: 'text',
  passwordHash: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
});

const UPDATE_PASSWORD = statement(
  `UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1 AND password_hash = $4
   RETURNING id`,
  { id: 'text' },
);

export interface PasswordChange {
  readonly userId: string;
  readonly passwordHash: string;
  /** The hash that the current password was compared with. */
  readonly oldHash: string;
  readonly now: number;
}

/** False when the password has changed meanwhile. */
export async function updatePassword(
  tx: Transaction,
  { userId, passwordHash, oldHash, now }: PasswordChange,
): Promise<boolean> {
  const row = await findRow(tx, UPDATE_PASSWORD, [userId, passwordHash, now, oldHash]);
  return row !== undefined;
}

/** Does not check the old password. */
export const replacePassword = namedWriter(
  'UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1',
  { userId: 'text', passwordHash: 'text', now: 'integer' },
);

const FIND_ANY_USER = statement('SELECT id FROM users LIMIT 1', { id: 'text' });

/** Makes other transactions that count what the user has wait until this one ends. */
export const lockUser = writer<[userId: string]>(
  'UPDATE users SET updated_at = updated_at WHERE id = $1',
);

const HOLD_PASSWORD = statement(
  withLock('SELECT id FROM users WHERE id = $1 AND password_hash = $2', 'share'),
  { id: 'text' },
);

/** Makes changes of a password wait for the transaction. False when it has changed meanwhile. */
export async function holdPassword(
  tx: Transaction,
  { userId, passwordHash }: { readonly userId: string; readonly passwordHash: string },
): Promise<boolean> {
  return (await findRow(tx, HOLD_PASSWORD, [userId, passwordHash])) !== undefined;
}

export async function hasUsers(db: Queryable): Promise<boolean> {
  return (await findRow(db, FIND_ANY_USER, [])) !== undefined;
}
