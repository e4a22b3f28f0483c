import type { Role } from '../contract/access.ts';
import type { Transaction } from './database.ts';
import { statement } from './statement.ts';

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
