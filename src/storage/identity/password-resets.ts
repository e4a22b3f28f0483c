import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type Row, statement } from '../statement.ts';
import { namedWriter, writer } from '../writers.ts';

/** A user has one link: a new one replaces it. */
export const upsertPasswordReset = namedWriter(
  `INSERT INTO password_resets (user_id, token_hash, created_by, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash,
     created_by = excluded.created_by, created_at = excluded.created_at,
     expires_at = excluded.expires_at`,
  {
    userId: 'text',
    tokenHash: 'text',
    createdBy: 'text',
    now: 'integer',
    expiresAt: 'integer',
  },
);

const DELETE_PASSWORD_RESET = statement(
  `DELETE FROM password_resets WHERE token_hash = $1 AND expires_at > $2
   RETURNING user_id, created_by`,
  { userId: 'text', createdBy: 'text' },
);

/** Uses up a link; undefined for an unknown or expired one. */
export async function deletePasswordReset(
  tx: Transaction,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: number },
): Promise<Row<typeof DELETE_PASSWORD_RESET> | undefined> {
  return findRow(tx, DELETE_PASSWORD_RESET, [tokenHash, now]);
}

export const deleteExpiredPasswordResets = writer<[now: number]>(
  'DELETE FROM password_resets WHERE expires_at <= $1',
);

const FIND_OTHER_POWER = statement(
  `SELECT m.user_id FROM memberships m
   WHERE m.user_id = $1 AND NOT EXISTS (SELECT 1 FROM memberships o
     WHERE o.workspace_id = m.workspace_id AND o.user_id = $2 AND o.roles LIKE '%owner%')
   UNION ALL
   SELECT owner_id FROM organizations WHERE owner_id = $1
   LIMIT 1`,
  { userId: 'text' },
);

/**
 * Whether a user has more than the owner could grant: a membership in a workspace that the owner
 * does not own, or an organization.
 */
export async function isBeyond(
  db: Queryable,
  { userId, ownerId }: { readonly userId: string; readonly ownerId: string },
): Promise<boolean> {
  return (await findRow(db, FIND_OTHER_POWER, [userId, ownerId])) !== undefined;
}
