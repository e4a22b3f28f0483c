import { sortRoles } from '../../domain/identity/permissions.ts';
import { referenceInBody, referenceInPath } from '../../domain/ids.ts';
import type { Operation } from '../context.ts';
import { changeRoles } from './parts/change-roles.ts';
import { getMember } from './parts/get-member.ts';
import { refuseLosingLastOwner } from './parts/refuse-losing-last-owner.ts';
import { requireOwner } from './parts/require-owner.ts';

/** Replaces all roles of a member. */
export const replaceRoles: Operation<'replaceRoles'> = (context, { parameters, body }) => {
  return context.transaction(async (tx) => {
    const named = await getMember(tx, context.caller, {
      workspace: referenceInPath(parameters.workspace_id),
      email: body.email,
      organization: referenceInBody(body.organization_id, 'organization_id'),
    });
    const { standing, member } = named;
    context.gate.permit(standing);
    const wasOwner = member.roles.includes('owner');
    const isOwner = body.roles.includes('owner');
    if (wasOwner !== isOwner) requireOwner(standing, 'modify_user_roles');
    if (wasOwner && !isOwner) refuseLosingLastOwner(named);
    const roles = sortRoles(body.roles);
    await changeRoles(context, tx, { ...named, roles });
    return { body: true };
  });
};
