import { ROLES, type Role } from '../../../contract/access.ts';
import type { WorkspaceResponse } from '../../../contract/identity/workspaces.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { Member, Workspace } from '../../../storage/identity/workspaces.ts';

export function presentWorkspace(workspace: Workspace): WorkspaceResponse {
  return {
    id: workspace.id,
    name: workspace.name,
    description: workspace.description,
    type: workspace.type,
    organization: workspace.organizationId,
    members: workspace.members.map(presentMember),
    created_at: formatTimestamp(workspace.createdAt),
    updated_at: formatTimestamp(workspace.updatedAt),
  };
}

function presentMember({ userId, username, email, roles }: Member) {
  return { user: { id: userId, uid: userId, username, email }, roles: roles.map(presentRole) };
}

function presentRole(role: Role) {
  const { description, permissions } = ROLES[role];
  return { role_name: role, role_description: description, permissions: [...permissions] };
}
