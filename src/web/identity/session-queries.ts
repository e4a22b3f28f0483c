import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Permission } from '../../contract/access.ts';
import type { Profile } from '../../contract/identity/profile.ts';
import type { WorkspaceResponse } from '../../contract/identity/workspaces.ts';
import { client } from '../api.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => client.fetchProfile(),
  staleTime: 5 * 60_000,
});

/** Guests judge by a link and have no account. */
export function isGuest({ email }: Profile): boolean {
  return email === '';
}

/** Every workspace of the signed-in user, with its members. */
export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: async () => {
    const organizations = await client.listOrganizations();
    const details = await Promise.all(
      organizations.map(({ id }) => client.fetchOrganization({ parameters: { org_id: id } })),
    );
    return details.flatMap(({ workspaces, name }) =>
      workspaces.map((workspace) => ({ ...workspace, organizationName: name })),
    );
  },
});

export type Workspace = WorkspaceResponse & { readonly organizationName: string };

export function useWorkspaces(): readonly Workspace[] {
  return useQuery(workspacesQuery).data ?? [];
}

/** Whether the user's roles in a workspace allow something; the server checks again. */
export function useMay(
  workspaceId: string | null | undefined,
): (permission: Permission) => boolean {
  const { data: profile } = useQuery(profileQuery);
  const workspace = useWorkspaces().find(({ id }) => id === workspaceId);
  const member = workspace?.members.find(({ user }) => user.id === profile?.id);
  const granted = new Set(member?.roles.flatMap(({ permissions }) => permissions));
  return (permission) => granted.has(permission);
}
