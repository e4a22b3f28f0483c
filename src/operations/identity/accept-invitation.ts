import { parseId } from '../../domain/ids.ts';
import { nameKey } from '../../domain/names.ts';
import { deleteInvitation } from '../../storage/identity/invitations.ts';
import { explainMembershipConflict, insertMembership } from '../../storage/identity/memberships.ts';
import type { Operation } from '../context.ts';
import { tokenHash } from '../tokens.ts';
import { getUserOfCaller } from './parts/get-user-of-caller.ts';
import { invitationInvalid } from './parts/invitation-invalid.ts';

/** Makes a signed-in user a member, if the invitation was sent to their e-mail. */
export const acceptInvitation: Operation<'acceptInvitation'> = async (
  context,
  { parameters, body },
) => {
  const user = await getUserOfCaller(context);
  const { now } = context;
  try {
    return await context.transaction(async (tx) => {
      const invitation = await deleteInvitation(tx, { tokenHash: tokenHash(body.token), now });
      if (
        invitation?.emailKey !== nameKey(user.email) ||
        invitation.organizationId !== parseId(parameters.org_id) ||
        invitation.workspaceId !== parseId(parameters.workspace_id)
      ) {
        throw invitationInvalid();
      }
      const { workspaceId, organizationId, roles } = invitation;
      await insertMembership(tx, { workspaceId, organizationId, userId: user.id, roles, now });
      context.note({ workspaceId, object: { kind: 'user', id: user.id }, change: { roles } });
      return {
        body: { status: 'accepted', organization_id: organizationId, workspace_id: workspaceId },
      };
    });
  } catch (error) {
    throw explainMembershipConflict(error);
  }
};
