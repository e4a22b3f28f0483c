import { isUniqueViolation } from '../../storage/engines/engine-errors.ts';
import { deleteInvitation, findInvitation } from '../../storage/invitations.ts';
import { insertMembership } from '../../storage/memberships.ts';
import { insertUser } from '../../storage/users.ts';
import type { Operation } from '../context.ts';
import { invitationInvalid } from '../organizations/invitation-invalid.ts';
import { presentProfile } from '../profile/present-profile.ts';
import { tokenHash } from '../tokens.ts';
import { beginSession } from './begin-session.ts';
import { hashPassword, refuseCommonPassword } from './passwords.ts';

/** Creates an account with the invited e-mail and signs in. Who has an account accepts instead. */
export const exchangeInvitation: Operation<'exchangeInvitation'> = async (context, { body }) => {
  refuseCommonPassword(body.password, 'password');
  const { now } = context;
  const presented = { tokenHash: tokenHash(body.token), now };
  // Hashing a password is dear: it is not done for whoever just tries tokens.
  if ((await findInvitation(context.db, presented)) === undefined) throw invitationInvalid();
  const passwordHash = await hashPassword(body.password);
  try {
    return await context.transaction(async (tx) => {
      const invitation = await deleteInvitation(tx, presented);
      if (invitation === undefined) throw invitationInvalid();
      const { workspaceId, organizationId, email, emailKey, roles } = invitation;
      const user = {
        id: context.newId(),
        username: body.username,
        email,
        createdAt: now,
        updatedAt: now,
      };
      await insertUser(tx, { ...user, emailKey, passwordHash });
      await insertMembership(tx, { workspaceId, organizationId, userId: user.id, roles, now });
      return {
        body: {
          organization_id: organizationId,
          workspace_id: workspaceId,
          profile: presentProfile(user),
        },
        session: await beginSession(context, tx, user.id),
      };
    });
  } catch (error) {
    throw isUniqueViolation(error, 'users.email_key') ? invitationInvalid() : error;
  }
};
