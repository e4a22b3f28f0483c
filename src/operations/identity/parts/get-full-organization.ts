import type { Reference } from '../../../domain/ids.ts';
import { type Caller, notFound } from '../../../storage/callers.ts';
import type { Queryable } from '../../../storage/database.ts';
import { listWorkspaces, type Workspace } from '../../../storage/identity/workspaces.ts';
import { loadOrganizations, type OrganizationView } from './load-organizations.ts';

export interface FullOrganization {
  readonly organization: OrganizationView;
  readonly workspaces: readonly Workspace[];
}

/** An organization with the caller's workspaces in it. */
export async function getFullOrganization(
  db: Queryable,
  caller: Caller,
  reference: Reference,
): Promise<FullOrganization> {
  if (reference.id === undefined) throw notFound('organization', reference);
  const query = { id: reference.id, page: { after: undefined, limit: 1 } };
  const [[organization], workspaces] = await Promise.all([
    loadOrganizations(db, caller, query),
    listWorkspaces(db, caller, reference.id),
  ]);
  if (organization === undefined) throw notFound('organization', reference);
  return { organization, workspaces };
}
