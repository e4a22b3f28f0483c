import type { Role } from '../../src/contract/access.ts';
import type { Member } from './builders.ts';
import type { Reachable } from './reachable.ts';

/** Gives a member another role in place of the one they had. */
export async function changeRole(
  server: Reachable,
  { email, organizationId, workspaceId }: Member,
  { from, to }: { from: Role; to: Role },
): Promise<void> {
  const parameters = { workspace_id: workspaceId };
  await server.owner.assignRole({
    parameters,
    body: { email, organization_id: organizationId, role: to },
  });
  await server.owner.unassignRole({
    parameters,
    query: { email, org_id: organizationId, role: from },
  });
}
