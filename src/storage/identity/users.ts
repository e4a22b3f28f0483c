import type { Reference } from '../../domain/ids.ts';
import { type Caller, callerParameters, findReferenced, IS_CALLER, notFound } from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { statement } from '../statement.ts';

export interface User {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const USER = 'u.id, u.username, u.email, u.created_at, u.updated_at';

const USER_COLUMNS = {
  id: 'text',
  username: 'text',
  email: 'text',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

const FIND_USER_OF_CALLER = statement(
  `SELECT ${USER} FROM credentials c JOIN users u ON u.id = c.user_id WHERE ${IS_CALLER}`,
  USER_COLUMNS,
);

export async function findUserOfCaller(db: Queryable, caller: Caller): Promise<User | undefined> {
  const row = await findRow(db, FIND_USER_OF_CALLER, callerParameters(caller));
  return row && toUser(row);
}

const FIND_FELLOW = statement(
  `SELECT ${USER}
   FROM callers c
   JOIN memberships m ON m.workspace_id = c.workspace_id
   JOIN users u ON u.id = m.user_id
   WHERE ${IS_CALLER} AND u.id = $3 LIMIT 1`,
  USER_COLUMNS,
);

/** A user who is in one of the caller's workspaces. */
export async function getFellow(db: Queryable, caller: Caller, user: Reference): Promise<User> {
  const row = await findReferenced(db, FIND_FELLOW, { caller, reference: user });
  if (row === undefined) throw notFound('user', user);
  return toUser(row);
}

const FIND_USER_BY_EMAIL = statement(
  `SELECT ${USER}, u.password_hash FROM users u WHERE u.email_key = $1`,
  { ...USER_COLUMNS, password_hash: 'text' },
);

export interface UserWithPassword extends User {
  readonly passwordHash: string;
}

export async function findUserByEmail(
  db: Queryable,
  emailKey: string,
): Promise<UserWithPassword | undefined> {
  const row = await findRow(db, FIND_USER_BY_EMAIL, [emailKey]);
  return row && { ...toUser(row), passwordHash: row.password_hash };
}

export interface NewUser extends UserWithPassword {
  readonly emailKey: string;
}

const INSERT_USER = statement(
  `INSERT INTO users (id, username, email, email_key, password_hash, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  {},
);

export async function insertUser(tx: Transaction, user: NewUser): Promise<void> {
  await tx.query(INSERT_USER, [
    user.id,
    user.username,
    user.email,
    user.emailKey,
    user.passwordHash,
    user.createdAt,
    user.updatedAt,
  ]);
}

const UPDATE_PASSWORD = statement(
  `UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1 AND password_hash = $4
   RETURNING id`,
  { id: 'text' },
);

export interface PasswordChange {
  readonly userId: string;
  readonly passwordHash: string;
  /** The one that the current password was compared with. */
  readonly oldHash: string;
  readonly now: number;
}

/** False when the password is another one by now. */
export async function updatePassword(
  tx: Transaction,
  { userId, passwordHash, oldHash, now }: PasswordChange,
): Promise<boolean> {
  const row = await findRow(tx, UPDATE_PASSWORD, [userId, passwordHash, now, oldHash]);
  return row !== undefined;
}

const COUNT_USERS = statement('SELECT COUNT(*) AS total FROM users', { total: 'integer' });

const LOCK_USER = statement('UPDATE users SET updated_at = updated_at WHERE id = $1', {});

/** Lets other transactions that count what the user has wait until this one ends. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(LOCK_USER, [userId]);
}

export async function hasUsers(db: Queryable): Promise<boolean> {
  const row = await findRow(db, COUNT_USERS, []);
  return row !== undefined && row.total > 0;
}

function toUser(row: {
  id: string;
  username: string;
  email: string;
  created_at: number;
  updated_at: number;
}): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
