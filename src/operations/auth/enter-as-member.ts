import type { Output } from '../../contract/api.ts';
import { isUniqueViolation } from '../../storage/engines/engine-errors.ts';
import { deleteInvitation, type PresentedInvitation } from '../../storage/invitations.ts';
import { insertMembership } from '../../storage/memberships.ts';
import { insertUser } from '../../storage/users.ts';
import type { Context, Reply } from '../context.ts';
import { invitationInvalid } from '../organizations/invitation-invalid.ts';
import { presentProfile } from '../profile/present-profile.ts';
import { beginSession } from './begin-session.ts';
import { hashPassword } from './passwords.ts';

interface Newcomer {
  readonly presented: PresentedInvitation;
  readonly username: string;
  readonly password: string;
}

/** Creates an account with the invited e-mail and signs in. Who has an account accepts instead. */
export async function enterAsMember(
  context: Context,
  { presented, username, password }: Newcomer,
): Promise<Reply<Output<'exchangeInvitation'>>> {
  const { now } = context;
  const passwordHash = await hashPassword(password, context.passwordCost);
  try {
    return await context.transaction(async (tx) => {
      const invitation = await deleteInvitation(tx, presented);
      if (invitation === undefined) throw invitationInvalid();
      const { workspaceId, organizationId, email, emailKey, roles } = invitation;
      const user = { id: context.newId(), username, email, createdAt: now, updatedAt: now };
      await insertUser(tx, { ...user, emailKey, passwordHash });
      await insertMembership(tx, { workspaceId, organizationId, userId: user.id, roles, now });
      return {
        body: {
          organization_id: organizationId,
          workspace_id: workspaceId,
          evaluation_id: null,
          profile: presentProfile(user),
        },
        session: await beginSession(context, tx, user),
      };
    });
  } catch (error) {
    throw isUniqueViolation(error, 'users.email_key') ? invitationInvalid() : error;
  }
}
