import type { Output } from '../../../contract/api.ts';
import { isUniqueViolation } from '../../../storage/engines/engine-errors.ts';
import {
  deleteInvitation,
  type PresentedInvitation,
} from '../../../storage/identity/invitations.ts';
import { insertMembership } from '../../../storage/identity/memberships.ts';
import { insertUser } from '../../../storage/identity/users.ts';
import type { Context, Reply } from '../../context.ts';
import { beginSession } from '../../identity/parts/begin-session.ts';
import { invitationInvalid } from '../../identity/parts/invitation-invalid.ts';
import { hashPassword } from '../../identity/parts/passwords.ts';
import { presentProfile } from '../../identity/parts/present-profile.ts';

interface Newcomer {
  readonly presented: PresentedInvitation;
  readonly username: string;
  readonly password: string;
}

/** Creates an account with the invited e-mail and signs in. Holders of one accept instead. */
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
      const actor = { kind: 'user' as const, id: user.id };
      context.note({ workspaceId, actor, object: actor, change: { roles } });
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
