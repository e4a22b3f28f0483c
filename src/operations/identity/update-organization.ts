import { referenceInPath } from '../../domain/ids.ts';
import {
  lockOrganization,
  updateOrganization as update,
} from '../../storage/identity/organizations.ts';
import { changes, noteOf } from '../audit-trail.ts';
import type { Operation } from '../context.ts';
import { bodyEtag, refuseOtherEtag } from '../preconditions.ts';
import { getFullOrganization } from './parts/get-full-organization.ts';
import { presentFullOrganization, presentOrganization } from './parts/present-organization.ts';

/** Renames or describes an organization; only its owner may. */
export const updateOrganization: Operation<'updateOrganization'> = (
  context,
  { parameters, body },
) => {
  const reference = referenceInPath(parameters.org_id);
  return context.transaction(async (tx) => {
    await lockOrganization(tx, context.caller, reference);
    const before = await getFullOrganization(tx, context.caller, reference);
    const { organization } = before;
    context.gate.admit({ userId: organization.callerId });
    context.gate.permitIf(organization.ownerId === organization.callerId);
    refuseOtherEtag(context.preconditions, bodyEtag(presentFullOrganization(before)));
    const changed = {
      ...organization,
      name: body.name ?? organization.name,
      description: body.description ?? organization.description,
    };
    await update(tx, { ...changed, now: context.now });
    const note = noteOf(changes(organization, changed, ['name', 'description']));
    const workspaceId = organization.defaultWorkspaceId;
    context.note(note === 'nothing' ? note : { ...note, workspaceId });
    const full = presentFullOrganization({ ...before, organization: changed });
    return { body: presentOrganization(changed), etag: bodyEtag(full) };
  });
};
