import { referenceInPath } from '../../domain/ids.ts';
import { insertMembership } from '../../storage/identity/memberships.ts';
import { getOrganization } from '../../storage/identity/organizations.ts';
import { getWorkspace, insertWorkspace } from '../../storage/identity/workspaces.ts';
import type { Operation } from '../context.ts';
import { DEFAULT_TYPE } from './parts/found-organization.ts';
import { presentWorkspace } from './parts/present-workspace.ts';

/** Adds a workspace to an organization. Only the organization's owner may, and owns it too. */
export const createWorkspace: Operation<'createWorkspace'> = (context, { parameters, body }) => {
  const reference = referenceInPath(parameters.org_id);
  return context.transaction(async (tx) => {
    const organization = await getOrganization(tx, context.caller, reference);
    const userId = organization.callerId;
    context.gate.admit({ userId });
    context.gate.permitIf(organization.ownerId === userId);
    const workspaceId = context.newId();
    const { now } = context;
    await insertWorkspace(tx, {
      id: workspaceId,
      organizationId: organization.id,
      name: body.name,
      description: body.description ?? '',
      type: body.type ?? DEFAULT_TYPE,
      isDefault: false,
      now,
    });
    await insertMembership(tx, {
      workspaceId,
      userId,
      organizationId: organization.id,
      roles: ['owner'],
      now,
    });
    const object = { kind: 'workspace', id: workspaceId };
    context.note({ workspaceId, object, change: { name: body.name } });
    return { body: presentWorkspace(await getWorkspace(tx, workspaceId)) };
  });
};
