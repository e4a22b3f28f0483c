import { mayDo } from '../../../domain/identity/permissions.ts';
import type { Caller } from '../../../storage/callers.ts';
import type { Queryable } from '../../../storage/database.ts';
import { listInvitations, type PendingInvitation } from '../../../storage/identity/invitations.ts';
import { listOrganizationMembers } from '../../../storage/identity/memberships.ts';
import {
  listOrganizations,
  type Organization,
  type OrganizationQuery,
} from '../../../storage/identity/organizations.ts';

/** An organization with the members and invitations of the caller's own workspaces. */
export interface OrganizationView extends Organization {
  readonly memberIds: readonly string[];
  /** Only to workspaces the caller may invite to. */
  readonly invitations: readonly PendingInvitation[];
}

/** Three statements in one round trip, for any number of organizations. */
export async function loadOrganizations(
  db: Queryable,
  caller: Caller,
  query: OrganizationQuery,
): Promise<readonly OrganizationView[]> {
  const [organizations, members, invitations] = await Promise.all([
    listOrganizations(db, caller, query),
    listOrganizationMembers(db, caller, query),
    listInvitations(db, caller, query),
  ]);
  const membersOf = Map.groupBy(members, ({ organizationId }) => organizationId);
  const invitationsTo = Map.groupBy(
    invitations.filter(({ callerRoles }) => mayDo(callerRoles, 'add_new_user_to_workspace')),
    ({ organizationId }) => organizationId,
  );
  return organizations.map((organization) => ({
    ...organization,
    memberIds: (membersOf.get(organization.id) ?? []).map(({ userId }) => userId),
    invitations: invitationsTo.get(organization.id) ?? [],
  }));
}
