import { parseId } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { getCredential, listStandings, notFound } from '../../storage/callers.ts';
import type { AgeKey } from '../../storage/page.ts';
import { listApps as list } from '../../storage/variants/apps.ts';
import type { Context, Operation } from '../context.ts';
import { ageKey, cutPage, readPage } from '../paging.ts';

/** Lists the apps in the caller's workspaces, or in one organization or workspace of them. */
export const listApps: Operation<'listApps'> = async (context, { query }) => {
  const filter = {
    name: query.app_name === undefined ? undefined : toName(query.app_name),
    organizationId: query.org_id === undefined ? undefined : (parseId(query.org_id) ?? ''),
    workspaceId: query.workspace_id === undefined ? undefined : (parseId(query.workspace_id) ?? ''),
  };
  const request = readPage<AgeKey>(context, query, ['apps', filter]);
  const apps = await list(context.db, context.caller, { filter, page: request.page });
  for (const app of apps) context.gate.permit(app.standing);
  if (apps.length === 0) await refuseUnknownFilter(context, filter);
  const { items, next } = cutPage(context, request, { items: apps, keyOf: ageKey });
  return { body: items.map((app) => ({ app_id: app.id, app_name: app.name })), next };
};

/**
 * An empty list hides a wrong id, so it is only given for an organization and workspace of the caller.
 */
async function refuseUnknownFilter(
  context: Context,
  filter: { organizationId: string | undefined; workspaceId: string | undefined },
): Promise<void> {
  const [credential, standings] = await Promise.all([
    getCredential(context.db, context.caller),
    listStandings(context.db, context.caller),
  ]);
  context.gate.admit(credential);
  const { organizationId, workspaceId } = filter;
  const reference = { id: undefined, field: undefined };
  const inOrganization = standings.filter(
    (standing) => organizationId === undefined || standing.organizationId === organizationId,
  );
  if (organizationId !== undefined && inOrganization.length === 0) {
    throw notFound('organization', reference);
  }
  const inWorkspace = inOrganization.filter(
    (standing) => workspaceId === undefined || standing.workspaceId === workspaceId,
  );
  if (workspaceId !== undefined && inWorkspace.length === 0) throw notFound('workspace', reference);
  for (const standing of inWorkspace) context.gate.permit(standing);
  context.gate.permitIf(true);
}
