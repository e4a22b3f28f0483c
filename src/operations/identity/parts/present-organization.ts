import type { Output } from '../../../contract/api.ts';
import type { Organization } from '../../../contract/identity/organizations.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { FullOrganization } from './get-full-organization.ts';
import type { OrganizationView } from './load-organizations.ts';
import { presentWorkspace } from './present-workspace.ts';

export function presentOrganization(organization: OrganizationView): Organization {
  return {
    id: organization.id,
    name: organization.name,
    description: organization.description,
    type: organization.type,
    owner: organization.ownerId,
    members: [...organization.memberIds],
    invitations: organization.invitations.map((invitation) => ({
      email: invitation.email,
      roles: [...invitation.roles],
      workspace_id: invitation.workspaceId,
      expiration_date: formatTimestamp(invitation.expiresAt),
    })),
    is_paying: false,
  };
}

export function presentFullOrganization({
  organization,
  workspaces,
}: FullOrganization): Output<'fetchOrganization'> {
  return {
    ...presentOrganization(organization),
    workspaces: workspaces.map(presentWorkspace),
    default_workspace: chooseDefault({ organization, workspaces }),
  };
}

/** The default workspace, or the caller's first one if they cannot see the default one. */
function chooseDefault({ organization, workspaces }: FullOrganization): string {
  const ids = workspaces.map(({ id }) => id);
  const [first = organization.defaultWorkspaceId] = ids;
  return ids.includes(organization.defaultWorkspaceId) ? organization.defaultWorkspaceId : first;
}
