import { Problem } from '../../contract/problems.ts';
import { referenceInBody, referenceInPath } from '../../domain/ids.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import { isBeyond, upsertPasswordReset } from '../../storage/identity/password-resets.ts';
import type { Operation } from '../context.ts';
import { tokenHash } from '../tokens.ts';
import { getMember } from './parts/get-member.ts';

const LIFE_MS = 24 * 60 * 60 * 1000;

/**
 * Creates the link with which a member chooses a new password. Its creator could use it to sign in
 * as the member, so owners create it only for people who have nothing beyond the owner's
 * workspaces, and never for themselves: a stolen session could so replace the password without
 * knowing it.
 */
export const createPasswordReset: Operation<'createPasswordReset'> = (
  context,
  { parameters, body },
) =>
  context.transaction(async (tx) => {
    const { standing, member } = await getMember(tx, context.caller, {
      workspace: referenceInPath(parameters.workspace_id),
      email: body.email,
      organization: referenceInBody(body.organization_id, 'organization_id'),
    });
    const ownerId = standing.userId;
    context.gate.admit({ userId: ownerId });
    const { userId } = member;
    if (!standing.roles.includes('owner')) {
      throw refusal(
        'Only an owner of the workspace can make links for new passwords. Ask one of them.',
      );
    }
    if (userId === ownerId) {
      throw refusal('Change your own password under Settings → Profile.');
    }
    if (await isBeyond(tx, { userId, ownerId })) {
      throw refusal(
        'This member owns an organization or has workspaces that you do not own, and has one account for all of them: only an owner of all of them can make this link.',
      );
    }
    const token = context.newToken();
    const expiresAt = context.now + LIFE_MS;
    await upsertPasswordReset(tx, {
      userId,
      tokenHash: tokenHash(token),
      createdBy: ownerId,
      now: context.now,
      expiresAt,
    });
    context.note({
      workspaceId: standing.workspaceId,
      object: { kind: 'user', id: userId },
    });
    // In the fragment, which browsers neither send nor log.
    const reset_url = `${context.publicOrigin}/reset#token=${token}`;
    return {
      body: { reset_url, expiration_date: formatTimestamp(expiresAt) },
    };
  });

function refusal(why: string): Problem {
  return new Problem('forbidden', why, { members: { permission: 'modify_user_roles' } });
}
