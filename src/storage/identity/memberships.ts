import type { Role } from '../../contract/access.ts';
import { Problem } from '../../contract/problems.ts';
import { type Caller, IS_CALLER } from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { isUniqueViolation } from '../engines/engine-errors.ts';
import { statement } from '../statement.ts';
import { writingNamed } from '../writing.ts';
import {
  ORGANIZATIONS_OF_QUERY,
  type OrganizationQuery,
  organizationParameters,
} from './organizations.ts';

const LIST_ORGANIZATION_MEMBERS = statement(
  `SELECT m.organization_id, m.user_id
   FROM callers c JOIN memberships m ON m.workspace_id = c.workspace_id
   WHERE ${IS_CALLER} AND c.organization_id IN (SELECT o.id ${ORGANIZATIONS_OF_QUERY})
   GROUP BY m.organization_id, m.user_id
   ORDER BY MIN(m.created_at), m.user_id`,
  { organizationId: 'text', userId: 'text' },
);

/** Who is in the caller's workspaces of these organizations, in the order in which they joined. */
export async function listOrganizationMembers(
  db: Queryable,
  caller: Caller,
  query: OrganizationQuery,
): Promise<readonly { organizationId: string; userId: string }[]> {
  const rows = await db.query(LIST_ORGANIZATION_MEMBERS, organizationParameters(caller, query));
  return rows.map((row) => ({ organizationId: row.organizationId, userId: row.userId }));
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

export interface NewMembership {
  readonly workspaceId: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly roles: readonly Role[];
  readonly now: number;
}

const INSERT_MEMBERSHIP = statement(
  `INSERT INTO memberships (workspace_id, user_id, organization_id, roles, created_at)
   VALUES ($1, $2, $3, $4, $5)`,
  {},
);

export async function insertMembership(tx: Transaction, membership: NewMembership): Promise<void> {
  await tx.query(INSERT_MEMBERSHIP, [
    membership.workspaceId,
    membership.userId,
    membership.organizationId,
    membership.roles.join(' '),
    membership.now,
  ]);
}

/** Turns the refusal of the primary key into the answer that the person is in already. */
export function explainMembershipConflict(error: unknown): unknown {
  if (!isUniqueViolation(error, 'memberships.user_id')) return error;
  return new Problem('already_member', 'You already belong to this workspace: just open it.');
}

const UPDATE_ROLES = statement(
  'UPDATE memberships SET roles = $3 WHERE workspace_id = $1 AND user_id = $2',
  {},
);

export async function updateRoles(
  tx: Transaction,
  member: { workspaceId: string; userId: string; roles: readonly Role[] },
): Promise<void> {
  await tx.query(UPDATE_ROLES, [member.workspaceId, member.userId, member.roles.join(' ')]);
}

export const deleteMembership = writingNamed(
  'DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2',
  {
    workspaceId: 'text',
    userId: 'text',
  },
);
