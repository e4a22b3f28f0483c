import { Problem } from '../../contract/problems.ts';
import { deleteSessionsOf } from '../../storage/identity/credentials.ts';
import { deletePasswordReset, isBeyond } from '../../storage/identity/password-resets.ts';
import { replacePassword } from '../../storage/identity/users.ts';
import type { Operation } from '../context.ts';
import { tokenHash } from '../tokens.ts';
import { countTrial } from './parts/count-attempt.ts';
import { hashPassword, refuseCommonPassword } from './parts/passwords.ts';

/**
 * Unknown, used and expired links are answered alike, and after the same work as valid ones. So are
 * links of owners who may no longer make them.
 */
export const resetPassword: Operation<'resetPassword'> = async (context, { body }) => {
  refuseCommonPassword(body.new_password, 'new_password');
  await countTrial(context);
  const passwordHash = await hashPassword(body.new_password, context.passwordCost);
  const { now } = context;
  return context.transaction(async (tx) => {
    const link = await deletePasswordReset(tx, { tokenHash: tokenHash(body.token), now });
    if (link === undefined) throw invalidLink();
    const { userId, createdBy } = link;
    // The owner who made the link also knows it, and may have lost the right to make it.
    if (await isBeyond(tx, { userId, ownerId: createdBy })) throw invalidLink();
    await replacePassword(tx, { userId, passwordHash, now });
    await deleteSessionsOf(tx, userId);
    const actor = { kind: 'user', id: userId } as const;
    context.note({ actor, object: actor });
    return { body: null };
  });
};

function invalidLink(): Problem {
  return new Problem(
    'reset_link_invalid',
    'This link cannot be used: it is unknown, expired or used. Ask an owner of your workspace for a new one.',
  );
}
