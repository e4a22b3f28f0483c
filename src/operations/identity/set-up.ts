import { Problem } from '../../contract/problems.ts';
import { hasUsers } from '../../storage/identity/users.ts';
import { deleteSetting, findSetting } from '../../storage/instance-settings.ts';
import type { Operation } from '../context.ts';
import { tokenHash } from '../tokens.ts';
import { beginSession } from './parts/begin-session.ts';
import { createOwner } from './parts/create-owner.ts';
import { hashPassword, refuseCommonPassword } from './parts/passwords.ts';
import { presentProfile } from './parts/present-profile.ts';

/** Creates the first owner, once, for the holder of the token that the server printed. */
export const setUp: Operation<'setUp'> = async (context, { body }) => {
  refuseCommonPassword(body.password, 'password');
  const sentHash = tokenHash(body.token);
  if ((await findSetting(context.db, 'setup_token_hash')) !== sentHash) throw invalidToken();
  const passwordHash = await hashPassword(body.password, context.passwordCost);
  return context.transaction(async (tx) => {
    if ((await deleteSetting(tx, 'setup_token_hash')) !== sentHash) throw invalidToken();
    // A later start may have created the owner from environment variables.
    if (await hasUsers(tx)) throw invalidToken();
    const { user, workspaceId } = await createOwner(tx, {
      email: body.email,
      username: body.username,
      passwordHash,
      now: context.now,
      newId: context.newId,
    });
    const actor = { kind: 'user' as const, id: user.id };
    context.note({ workspaceId, actor, object: actor });
    return { body: presentProfile(user), session: await beginSession(context, tx, user) };
  });
};

function invalidToken(): Problem {
  return new Problem(
    'invitation_invalid',
    'This setup link cannot be used: it is unknown or was used. Restart the server to see whether setup is still open.',
  );
}
