import { toRoles } from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type Row, statement } from '../statement.ts';
import { writer } from '../writers.ts';

/** Shown instead of a name. The rows of deleted people stay, because other rows name them. */
export const DELETED_NAME = 'Deleted person';

const FIND_PERSON = statement(
  `SELECT 'guest' AS kind, g.id FROM guests g WHERE g.workspace_id = $1 AND g.id = $2
   UNION ALL
   SELECT 'user', u.id FROM users u WHERE u.id = $2 AND (
     EXISTS (SELECT 1 FROM memberships m WHERE m.workspace_id = $1 AND m.user_id = u.id)
     OR EXISTS (SELECT 1 FROM evaluation_annotators a
       WHERE a.workspace_id = $1 AND a.annotator_id = u.id))`,
  { kind: 'text', id: 'text' },
);

/** A guest or member of the workspace, or a former member who judged in it. */
export async function findPerson(
  db: Queryable,
  workspaceId: string,
  personId: string,
): Promise<Row<typeof FIND_PERSON> | undefined> {
  return findRow(db, FIND_PERSON, [workspaceId, personId]);
}

const LIST_POSTS = statement(
  `SELECT m.workspace_id, m.roles,
     (SELECT COUNT(*) FROM memberships o WHERE o.workspace_id = m.workspace_id
        AND o.user_id <> m.user_id AND ' ' || o.roles || ' ' LIKE '% owner %') AS other_owners
   FROM memberships m WHERE m.user_id = $1 ORDER BY m.workspace_id`,
  { workspaceId: 'text', roles: toRoles, otherOwners: 'integer' },
);

/** The memberships of a user, and how many other owners each workspace has. */
export async function listPosts(
  tx: Transaction,
  userId: string,
): Promise<readonly Row<typeof LIST_POSTS>[]> {
  return tx.query(LIST_POSTS, [userId]);
}

const FIND_OWNED = statement('SELECT o.id FROM organizations o WHERE o.owner_id = $1 LIMIT 1', {
  id: 'text',
});

export async function ownsOrganization(tx: Transaction, userId: string): Promise<boolean> {
  return (await findRow(tx, FIND_OWNED, [userId])) !== undefined;
}

const deleteInvitations = writer<[userId: string]>(
  'DELETE FROM invitations WHERE email_key = (SELECT u.email_key FROM users u WHERE u.id = $1)',
);

const deleteCredentials = writer<[userId: string]>('DELETE FROM credentials WHERE user_id = $1');

const deleteMemberships = writer<[userId: string]>('DELETE FROM memberships WHERE user_id = $1');

const forgetUser = writer<[userId: string, name: string, now: number]>(
  `UPDATE users SET username = $2, email = '', email_key = 'deleted ' || id, password_hash = '',
     updated_at = $3
   WHERE id = $1`,
);

/**
 * Erases everything about a user but the id. No e-mail address has a space, so the key that remains
 * cannot be that of another user.
 */
export async function eraseUser(tx: Transaction, userId: string, now: number): Promise<void> {
  await deleteInvitations(tx, userId);
  await deleteCredentials(tx, userId);
  await deleteMemberships(tx, userId);
  await forgetUser(tx, userId, DELETED_NAME, now);
}

/** Ends the session with time 0, like signing out. */
export const eraseGuest = writer<[guestId: string, name: string]>(
  "UPDATE guests SET name = $2, valid_until = 0, token_hash = 'deleted ' || id WHERE id = $1",
);
