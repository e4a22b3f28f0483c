import type { Input } from '../../contract/api.ts';
import { Problem } from '../../contract/problems.ts';
import { issues, ValidationFailure } from '../../contract/validation.ts';
import { sortRoles } from '../../domain/identity/permissions.ts';
import { nameKey } from '../../domain/names.ts';
import { upsertInvitation } from '../../storage/identity/invitations.ts';
import { lockWorkspace } from '../../storage/identity/workspaces.ts';
import type { Operation } from '../context.ts';
import { getStandingInPath } from './parts/get-standing-in-path.ts';
import { makeInvitationLink, presentInvitation } from './parts/invitation-link.ts';
import { requireOwner } from './parts/require-owner.ts';

/** Invites people, all or none. A repeated invitation has a new link; the old one stops working. */
export const inviteToWorkspace: Operation<'inviteToWorkspace'> = (
  context,
  { parameters, body },
) => {
  refuseRepeatedEmails(body);
  return context.transaction(async (tx) => {
    const standing = await getStandingInPath(tx, context.caller, parameters);
    context.gate.permit(standing);
    if (body.some(({ roles }) => roles.includes('owner'))) {
      requireOwner(standing, 'add_new_user_to_workspace');
    }
    await lockWorkspace(tx, standing.workspaceId);
    const invited = body.map(async ({ email, roles }) => {
      const link = makeInvitationLink(context, standing);
      const invitation = { email, roles: sortRoles(roles) };
      const isInvited = await upsertInvitation(tx, {
        ...invitation,
        id: context.newId(),
        tokenHash: link.tokenHash,
        workspaceId: standing.workspaceId,
        organizationId: standing.organizationId,
        emailKey: nameKey(email),
        invitedBy: standing.userId,
        now: context.now,
        expiresAt: link.expiresAt,
      });
      if (!isInvited) throw alreadyMember(email);
      return presentInvitation(invitation, link);
    });
    for (const { roles } of body) context.note({ change: { roles: sortRoles(roles) } });
    return { body: await Promise.all(invited) };
  });
};

function refuseRepeatedEmails(body: Input<'inviteToWorkspace'>['body']): void {
  const keys = body.map(({ email }) => nameKey(email));
  const repeated = keys.flatMap((key, index) =>
    keys.indexOf(key) === index
      ? []
      : [issues.valueError(['body', index, 'email'], 'this e-mail is in the list twice')],
  );
  if (repeated.length > 0) throw new ValidationFailure(repeated);
}

function alreadyMember(email: string): Problem {
  return new Problem(
    'already_member',
    `${email} already belongs to this workspace, so no invitation was made. Change their roles instead.`,
  );
}
