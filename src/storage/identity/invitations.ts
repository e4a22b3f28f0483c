import { type Caller, IS_VALID, toRoles } from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { columnList, type Row, type RowOf, statement } from '../statement.ts';
import { writer } from '../writers.ts';
import {
  ORGANIZATIONS_OF_QUERY,
  type OrganizationQuery,
  organizationParameters,
} from './organizations.ts';
import { lockWorkspace } from './workspaces.ts';

const INVITATION = {
  workspaceId: 'text',
  organizationId: 'text',
  email: 'text',
  emailKey: 'text',
  roles: toRoles,
  expiresAt: 'integer',
} as const;

export type Invitation = RowOf<typeof INVITATION>;

/** Qualified with the name of the table: SQLite accepts no alias in RETURNING. */
const INVITATIONS = columnList('invitations', INVITATION);

const LIST_INVITATIONS = statement(
  `SELECT ${INVITATIONS}, c.roles AS caller_roles
   FROM callers c JOIN invitations ON invitations.workspace_id = c.workspace_id
   WHERE ${IS_VALID} AND invitations.expires_at > $2
     AND c.organization_id IN (SELECT o.id ${ORGANIZATIONS_OF_QUERY})
   ORDER BY invitations.created_at, invitations.id`,
  {
    ...INVITATION,
    /** The caller's roles in the workspace, which decide whether they see the invitation. */
    callerRoles: toRoles,
  },
);

export type PendingInvitation = Row<typeof LIST_INVITATIONS>;

/** The pending invitations to the caller's workspaces in these organizations, oldest first. */
export async function listInvitations(
  db: Queryable,
  caller: Caller,
  query: OrganizationQuery,
): Promise<readonly PendingInvitation[]> {
  return db.query(LIST_INVITATIONS, organizationParameters(caller, query));
}

export interface NewInvitation extends Invitation {
  readonly id: string;
  readonly tokenHash: string;
  readonly invitedBy: string;
  readonly now: number;
}

const UPSERT_INVITATION = statement(
  `INSERT INTO invitations (id, token_hash, workspace_id, organization_id, email, email_key, roles,
     invited_by, created_at, expires_at)
   SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
   WHERE NOT EXISTS (
     SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
     WHERE m.workspace_id = $3 AND u.email_key = $6)
   ON CONFLICT (workspace_id, email_key) DO UPDATE SET
     token_hash = excluded.token_hash, email = excluded.email, roles = excluded.roles,
     invited_by = excluded.invited_by, created_at = excluded.created_at,
     expires_at = excluded.expires_at
   RETURNING id`,
  { id: 'text' },
);

/** Replaces an earlier invitation of the same address. False when its owner is already a member. */
export async function upsertInvitation(
  tx: Transaction,
  invitation: NewInvitation,
): Promise<boolean> {
  const row = await findRow(tx, UPSERT_INVITATION, [
    invitation.id,
    invitation.tokenHash,
    invitation.workspaceId,
    invitation.organizationId,
    invitation.email,
    invitation.emailKey,
    invitation.roles.join(' '),
    invitation.invitedBy,
    invitation.now,
    invitation.expiresAt,
  ]);
  return row !== undefined;
}

export interface InvitationRenewal {
  readonly workspaceId: string;
  readonly emailKey: string;
  readonly tokenHash: string;
  readonly expiresAt: number;
  readonly now: number;
}

const UPDATE_INVITATION = statement(
  `UPDATE invitations SET token_hash = $3, expires_at = $4
   WHERE workspace_id = $1 AND email_key = $2 AND expires_at > $5
   RETURNING ${INVITATIONS}`,
  INVITATION,
);

/** Undefined when no invitation is pending for that address. */
export async function updateInvitation(
  tx: Transaction,
  renewal: InvitationRenewal,
): Promise<Invitation | undefined> {
  return findRow(tx, UPDATE_INVITATION, [
    renewal.workspaceId,
    renewal.emailKey,
    renewal.tokenHash,
    renewal.expiresAt,
    renewal.now,
  ]);
}

/** A link as the invited person presents it. */
export interface PresentedInvitation {
  readonly tokenHash: string;
  readonly now: number;
}

const FIND_INVITATION = statement(
  `SELECT ${INVITATIONS} FROM invitations WHERE token_hash = $1 AND expires_at > $2`,
  INVITATION,
);

export async function findInvitation(
  db: Queryable,
  presented: PresentedInvitation,
): Promise<Invitation | undefined> {
  return findRow(db, FIND_INVITATION, [presented.tokenHash, presented.now]);
}

const DELETE_INVITATION = statement(
  `DELETE FROM invitations WHERE token_hash = $1 AND expires_at > $2
   RETURNING ${INVITATIONS}`,
  INVITATION,
);

/**
 * Returns the deleted invitation, so that exactly one of several concurrent callers gets it. Locks
 * its workspace first, so that an address is not invited again while its owner becomes a member.
 * Finds the workspace before that: a lock that depends on another table makes a distributed
 * database lock both, in either order.
 */
export async function deleteInvitation(
  tx: Transaction,
  presented: PresentedInvitation,
): Promise<Invitation | undefined> {
  const invitation = await findInvitation(tx, presented);
  if (invitation === undefined) return undefined;
  await lockWorkspace(tx, invitation.workspaceId);
  return findRow(tx, DELETE_INVITATION, [presented.tokenHash, presented.now]);
}

const DELETE_PENDING_INVITATION = statement(
  `DELETE FROM invitations WHERE workspace_id = $1 AND email_key = $2 RETURNING ${INVITATIONS}`,
  INVITATION,
);

/** Returns the deleted invitation, if one was pending. */
export async function deletePendingInvitation(
  tx: Transaction,
  { workspaceId, emailKey }: { workspaceId: string; emailKey: string },
): Promise<Invitation | undefined> {
  return findRow(tx, DELETE_PENDING_INVITATION, [workspaceId, emailKey]);
}

export const deleteExpiredInvitations = writer<[now: number]>(
  'DELETE FROM invitations WHERE expires_at <= $1',
);
