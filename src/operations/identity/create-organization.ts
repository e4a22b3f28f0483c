import { parseId } from '../../domain/ids.ts';
import { getCredential } from '../../storage/callers.ts';
import type { Operation } from '../context.ts';
import { DEFAULT_TYPE, foundOrganization } from './parts/found-organization.ts';
import { presentOrganization } from './parts/present-organization.ts';
import { refuseFounding } from './parts/refuse-founding.ts';

/** Creates an organization with a default workspace, owned by the caller. */
export const createOrganization: Operation<'createOrganization'> = (context, { body }) => {
  return context.transaction(async (tx) => {
    const credential = await getCredential(tx, context.caller);
    context.gate.admit(credential);
    const { userId } = credential;
    const isOwn = body.owner === undefined || parseId(body.owner) === userId;
    context.gate.permitIf(isOwn, 'edit_organization');
    await refuseFounding(context, tx, userId);
    const organization = {
      name: body.name,
      description: body.description ?? '',
      type: body.type ?? DEFAULT_TYPE,
      ownerId: userId,
    };
    const organizationId = context.newId();
    const workspaceId = context.newId();
    await foundOrganization(tx, {
      ...organization,
      organizationId,
      workspaceId,
      now: context.now,
    });
    const object = { kind: 'organization', id: organizationId };
    context.note({ workspaceId, object, change: { name: body.name } });
    return {
      body: presentOrganization({
        ...organization,
        id: organizationId,
        callerId: userId,
        defaultWorkspaceId: workspaceId,
        createdAt: context.now,
        memberIds: [userId],
        invitations: [],
      }),
      location: `/api/organizations/${organizationId}`,
    };
  });
};
