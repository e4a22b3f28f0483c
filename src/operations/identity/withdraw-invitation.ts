import { nameKey } from '../../domain/names.ts';
import { deletePendingInvitation } from '../../storage/identity/invitations.ts';
import type { Operation } from '../context.ts';
import { getStandingInPath } from './parts/get-standing-in-path.ts';
import { requireOwner } from './parts/require-owner.ts';

/** Ends a pending invitation: its link no longer works. If none is pending, nothing changes. */
export const withdrawInvitation: Operation<'withdrawInvitation'> = (
  context,
  { parameters, query },
) => {
  return context.transaction(async (tx) => {
    const standing = await getStandingInPath(tx, context.caller, parameters);
    context.gate.permit(standing);
    const invitation = await deletePendingInvitation(tx, {
      workspaceId: standing.workspaceId,
      emailKey: nameKey(query.email),
    });
    if (invitation?.roles.includes('owner') === true) {
      requireOwner(standing, 'add_new_user_to_workspace');
    }
    return { body: null };
  });
};
