import { type Reference, referenceInBody } from '../../../domain/ids.ts';
import { getCredential, listStandings, notFound, type Standing } from '../../../storage/callers.ts';
import { findDefaultWorkspaceId } from '../../../storage/identity/workspaces.ts';
import type { Context } from '../../context.ts';

interface WorkspaceChoice {
  readonly organization_id?: string;
  readonly workspace_id?: string;
}

/**
 * The workspace that a request means: the named one; else that of the key; else the default one of
 * the named organization, or of the caller's own. A caller who does not belong to that default
 * workspace gets the first one they belong to.
 */
export async function chooseWorkspace(
  context: Context,
  choice: WorkspaceChoice,
): Promise<Standing> {
  const [credential, standings] = await Promise.all([
    getCredential(context.db, context.caller),
    listStandings(context.db, context.caller),
  ]);
  context.gate.admit(credential);
  const inOrganization = standingsIn(standings, choice.organization_id);
  if (choice.workspace_id !== undefined) {
    const workspace = referenceInBody(choice.workspace_id, 'workspace_id');
    return pick(inOrganization, workspace.id, workspace);
  }
  const none: Reference = { id: undefined, field: undefined };
  if (credential.workspaceId !== null) return pick(inOrganization, credential.workspaceId, none);
  const organization = inOrganization[0];
  const defaultId = await findDefaultWorkspaceId(context.db, {
    userId: credential.userId,
    organizationId: choice.organization_id === undefined ? undefined : organization?.organizationId,
  });
  const isMember = inOrganization.some(({ workspaceId }) => workspaceId === defaultId);
  return pick(inOrganization, isMember ? defaultId : organization?.workspaceId, none);
}

function standingsIn(
  standings: readonly Standing[],
  organizationId: string | undefined,
): readonly Standing[] {
  if (organizationId === undefined) return standings;
  const organization = referenceInBody(organizationId, 'organization_id');
  const inside = standings.filter((standing) => standing.organizationId === organization.id);
  if (inside.length === 0) throw notFound('organization', organization);
  return inside;
}

function pick(
  standings: readonly Standing[],
  workspaceId: string | undefined,
  reference: Reference,
): Standing {
  const standing = standings.find((candidate) => candidate.workspaceId === workspaceId);
  if (standing === undefined) throw notFound('workspace', reference);
  return standing;
}
