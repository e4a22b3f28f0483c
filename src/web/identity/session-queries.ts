import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Permission } from '../../contract/access.ts';
import type { Profile } from '../../contract/identity/profile.ts';
import type { WorkspaceResponse } from '../../contract/identity/workspaces.ts';
import { client } from '../api.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => client.fetchProfile(),
  staleTime: 5 * 60_000,
});

/** The signed-in user, from a request that needs no session; undefined without one. */
export async function findSignedIn(queries: QueryClient): Promise<Profile | undefined> {
  const known = queries.getQueryData(profileQuery.queryKey);
  if (known !== undefined) return known;
  const { profile } = await queries.fetchQuery({
    queryKey: ['session'],
    queryFn: () => client.checkSession(),
    staleTime: 0,
  });
  if (profile === null) return undefined;
  queries.setQueryData(profileQuery.queryKey, profile);
  return profile;
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
  const granted = useGranted((id) => id === workspaceId);
  return (permission) => granted.has(permission);
}

/** The same for any of the user's workspaces, for pages that do not know theirs. */
export function useMaySomewhere(): (permission: Permission) => boolean {
  const granted = useGranted(() => true);
  return (permission) => granted.has(permission);
}

function useGranted(isIncluded: (workspaceId: string) => boolean): ReadonlySet<string> {
  const { data: profile } = useQuery(profileQuery);
  const members = useWorkspaces()
    .filter(({ id }) => isIncluded(id))
    .flatMap((workspace) => workspace.members.filter(({ user }) => user.id === profile?.id));
  return new Set(members.flatMap(({ roles }) => roles.flatMap(({ permissions }) => permissions)));
}
