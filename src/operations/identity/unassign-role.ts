import type { Role } from '../../contract/access.ts';
import { referenceInPath } from '../../domain/ids.ts';
import type { Operation } from '../context.ts';
import { changeRoles } from './parts/change-roles.ts';
import { getMember } from './parts/get-member.ts';
import { refuseLosingLastOwner } from './parts/refuse-losing-last-owner.ts';
import { requireOwner } from './parts/require-owner.ts';

const LEAST_ROLES: readonly Role[] = ['viewer'];

/** Takes a role from a member; taking one they do not have changes nothing. */
export const unassignRole: Operation<'unassignRole'> = (context, { parameters, query }) => {
  return context.transaction(async (tx) => {
    const named = await getMember(tx, context.caller, {
      workspace: referenceInPath(parameters.workspace_id),
      email: query.email,
      organization: referenceInPath(query.org_id),
    });
    const { standing, member } = named;
    context.gate.permit(standing);
    if (query.role === 'owner') requireOwner(standing, 'modify_user_roles');
    if (!member.roles.includes(query.role)) return { body: true };
    if (query.role === 'owner') refuseLosingLastOwner(named);
    const left = member.roles.filter((role) => role !== query.role);
    const roles = left.length > 0 ? left : LEAST_ROLES;
    await changeRoles(context, tx, { ...named, roles });
    return { body: true };
  });
};
