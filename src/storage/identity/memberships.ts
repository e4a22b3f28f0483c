import { Problem } from '../../contract/problems.ts';
import { type Caller, fromRoles, IS_VALID } from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { isUniqueViolation } from '../engines/engine-errors.ts';
import { statement, withLock } from '../statement.ts';
import { namedWriter } from '../writers.ts';
import {
  ORGANIZATIONS_OF_QUERY,
  type OrganizationQuery,
  organizationParameters,
} from './organizations.ts';

const LIST_ORGANIZATION_MEMBERS = statement(
  `SELECT m.organization_id, m.user_id
   FROM callers c JOIN memberships m ON m.workspace_id = c.workspace_id
   WHERE ${IS_VALID} AND c.organization_id IN (SELECT o.id ${ORGANIZATIONS_OF_QUERY})
   GROUP BY m.organization_id, m.user_id
   ORDER BY MIN(m.created_at), m.user_id`,
  { organizationId: 'text', userId: 'text' },
);

/** Members of the caller's workspaces in these organizations, in the order in which they joined. */
export async function listOrganizationMembers(
  db: Queryable,
  caller: Caller,
  query: OrganizationQuery,
): Promise<readonly { organizationId: string; userId: string }[]> {
  return db.query(LIST_ORGANIZATION_MEMBERS, organizationParameters(caller, query));
}

const FIND_MEMBER = statement(
  'SELECT user_id FROM memberships WHERE workspace_id = $1 AND user_id = $2',
  { userId: 'text' },
);

export async function isMember(
  db: Queryable,
  workspaceId: string,
  userId: string,
): Promise<boolean> {
  return (await findRow(db, FIND_MEMBER, [workspaceId, userId])) !== undefined;
}

const HOLD_MEMBERSHIP = statement(
  withLock('SELECT user_id FROM memberships WHERE workspace_id = $1 AND user_id = $2', 'share'),
  { userId: 'text' },
);

/** Makes the removal of a member wait until the transaction ends. False when they are removed. */
export async function holdMembership(
  tx: Transaction,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<boolean> {
  return (await findRow(tx, HOLD_MEMBERSHIP, [workspaceId, userId])) !== undefined;
}

export const insertMembership = namedWriter(
  `INSERT INTO memberships (workspace_id, user_id, organization_id, roles, created_at)
   VALUES ($1, $2, $3, $4, $5)`,
  {
    workspaceId: 'text',
    userId: 'text',
    organizationId: 'text',
    roles: fromRoles,
    now: 'integer',
  },
);

/** Turns a violated primary key into the problem that the user is already a member. */
export function explainMembershipConflict(error: unknown): unknown {
  if (!isUniqueViolation(error, 'memberships.user_id')) return error;
  return new Problem('already_member', 'You already belong to this workspace: just open it.');
}

export const updateRoles = namedWriter(
  `UPDATE memberships SET roles = $3, knew_variants_until = COALESCE($4, knew_variants_until)
   WHERE workspace_id = $1 AND user_id = $2`,
  {
    workspaceId: 'text',
    userId: 'text',
    roles: fromRoles,
    /** Null when the earlier roles did not show which variant is which. */
    knewVariantsUntil: 'integer?',
  },
);

/** Whether earlier roles let a member read the evaluation `e` with the names of its variants. */
export const knewVariants = (userId: string) => `EXISTS (SELECT 1 FROM memberships m
       WHERE m.workspace_id = e.workspace_id AND m.user_id = ${userId}
         AND m.knew_variants_until > e.created_at)`;

export const deleteMembership = namedWriter(
  'DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2',
  {
    workspaceId: 'text',
    userId: 'text',
  },
);
