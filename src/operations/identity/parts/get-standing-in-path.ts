import { referenceInPath } from '../../../domain/ids.ts';
import { type Caller, listStandings, notFound, type Standing } from '../../../storage/callers.ts';
import type { Queryable } from '../../../storage/database.ts';
import { getOrganization } from '../../../storage/identity/organizations.ts';

/** The caller's standing in a workspace that the path names below its organization. */
export async function getStandingInPath(
  db: Queryable,
  caller: Caller,
  path: { readonly org_id: string; readonly workspace_id: string },
): Promise<Standing> {
  const organization = referenceInPath(path.org_id);
  const workspace = referenceInPath(path.workspace_id);
  const standings = await listStandings(db, caller);
  const standing = standings.find(
    (candidate) =>
      candidate.organizationId === organization.id && candidate.workspaceId === workspace.id,
  );
  if (standing !== undefined) return standing;
  await getOrganization(db, caller, organization);
  throw notFound('workspace', workspace);
}
