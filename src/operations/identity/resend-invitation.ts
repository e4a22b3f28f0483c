import { Problem } from '../../contract/problems.ts';
import { nameKey } from '../../domain/names.ts';
import { updateInvitation } from '../../storage/identity/invitations.ts';
import type { Operation } from '../context.ts';
import { getStandingInPath } from './parts/get-standing-in-path.ts';
import { makeInvitationLink, presentInvitation } from './parts/invitation-link.ts';
import { requireOwner } from './parts/require-owner.ts';

/** Creates a new link for a pending invitation. The link of a future owner is for owners only. */
export const resendInvitation: Operation<'resendInvitation'> = (context, { parameters, body }) => {
  return context.transaction(async (tx) => {
    const standing = await getStandingInPath(tx, context.caller, parameters);
    context.gate.permit(standing);
    const link = makeInvitationLink(context, standing);
    const invitation = await updateInvitation(tx, {
      workspaceId: standing.workspaceId,
      emailKey: nameKey(body.email),
      tokenHash: link.tokenHash,
      expiresAt: link.expiresAt,
      now: context.now,
    });
    if (invitation === undefined) throw nothingPending();
    if (invitation.roles.includes('owner')) requireOwner(standing, 'add_new_user_to_workspace');
    return { body: presentInvitation(invitation, link) };
  });
};

function nothingPending(): Problem {
  return new Problem(
    'invitation_invalid',
    'No invitation to this workspace is open for this e-mail. Invite the person again.',
  );
}
