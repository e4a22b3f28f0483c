import { referenceInPath } from '../../domain/ids.ts';
import { deleteKeysOfMember } from '../../storage/identity/credentials.ts';
import { deleteMembership } from '../../storage/identity/memberships.ts';
import type { Operation } from '../context.ts';
import { getMember } from './parts/get-member.ts';
import { presentWorkspace } from './parts/present-workspace.ts';
import { refuseLosingLastOwner } from './parts/refuse-losing-last-owner.ts';
import { requireOwner } from './parts/require-owner.ts';

/** Removes a member with their keys for the workspace; what they made and judged stays. */
export const removeMember: Operation<'removeMember'> = (context, { parameters, query }) => {
  return context.transaction(async (tx) => {
    const named = await getMember(tx, context.caller, {
      workspace: referenceInPath(parameters.workspace_id),
      email: query.email,
      organization: referenceInPath(query.org_id),
    });
    const { standing, workspace, member } = named;
    context.gate.permit(standing);
    if (member.roles.includes('owner')) {
      requireOwner(standing, 'modify_user_roles');
      refuseLosingLastOwner(named);
    }
    const removed = { userId: member.userId, workspaceId: workspace.id };
    await deleteMembership(tx, removed);
    await deleteKeysOfMember(tx, removed);
    const object = { kind: 'user', id: member.userId };
    context.note({ object, change: { roles: [member.roles, []] } });
    const members = workspace.members.filter(({ userId }) => userId !== member.userId);
    return { body: presentWorkspace({ ...workspace, members }) };
  });
};
