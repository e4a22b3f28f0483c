import { sortRoles } from '../../domain/identity/permissions.ts';
import { referenceInBody, referenceInPath } from '../../domain/ids.ts';
import type { Operation } from '../context.ts';
import { changeRoles } from './parts/change-roles.ts';
import { getMember } from './parts/get-member.ts';
import { requireOwner } from './parts/require-owner.ts';

const DEFAULT_ROLE = 'viewer';

export const assignRole: Operation<'assignRole'> = (context, { parameters, body }) => {
  return context.transaction(async (tx) => {
    const named = await getMember(tx, context.caller, {
      workspace: referenceInPath(parameters.workspace_id),
      email: body.email,
      organization: referenceInBody(body.organization_id, 'organization_id'),
    });
    const { standing, member } = named;
    context.gate.permit(standing);
    const role = body.role ?? DEFAULT_ROLE;
    if (role === 'owner') requireOwner(standing, 'modify_user_roles');
    const roles = sortRoles([...member.roles, role]);
    await changeRoles(context, tx, { ...named, roles });
    return { body: true };
  });
};
