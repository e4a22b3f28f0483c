import { Problem } from '../../contract/problems.ts';
import { nameKey } from '../../domain/names.ts';
import { findUserByEmail, holdPassword } from '../../storage/identity/users.ts';
import type { Operation } from '../context.ts';
import { beginSession } from './parts/begin-session.ts';
import { countSignIn } from './parts/count-attempt.ts';
import { isPassword } from './parts/passwords.ts';
import { presentProfile } from './parts/present-profile.ts';

/** Signs in; unknown users, wrong passwords and how long both take look the same. */
export const logIn: Operation<'logIn'> = async (context, { body }) => {
  const emailKey = nameKey(body.email);
  const guess = await countSignIn(context, emailKey);
  const user = await findUserByEmail(context.db, emailKey);
  const isRight = await isPassword(body.password, user?.passwordHash, context.passwordCost);
  if (user === undefined || !isRight) throw wrong();
  await guess.release();
  return context.transaction(async (tx) => {
    const { id: userId, passwordHash } = user;
    // A change of the password, or deleting the account, ends all sessions: none begins after it.
    if (!(await holdPassword(tx, { userId, passwordHash }))) throw wrong();
    const actor = { kind: 'user' as const, id: user.id };
    context.note({ actor, object: actor });
    return { body: presentProfile(user), session: await beginSession(context, tx, user) };
  });
};

function wrong(): Problem {
  return new Problem('unauthenticated', 'E-mail or password is wrong.');
}
