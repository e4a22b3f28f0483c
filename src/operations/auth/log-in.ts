import { Problem } from '../../contract/problems.ts';
import { nameKey } from '../../domain/names.ts';
import { findUserByEmail } from '../../storage/users.ts';
import type { Operation } from '../context.ts';
import { presentProfile } from '../profile/present-profile.ts';
import { beginSession } from './begin-session.ts';
import { countSignIn } from './count-attempt.ts';
import { isPassword } from './passwords.ts';

/** Signs in; unknown users, wrong passwords and how long both take look the same. */
export const logIn: Operation<'logIn'> = async (context, { body }) => {
  const emailKey = nameKey(body.email);
  const guess = await countSignIn(context, emailKey);
  const user = await findUserByEmail(context.db, emailKey);
  const isRight = await isPassword(body.password, user?.passwordHash, context.passwordCost);
  if (user === undefined || !isRight) {
    throw new Problem('unauthenticated', 'E-mail or password is wrong.');
  }
  await guess.wasRight();
  return context.transaction(async (tx) => ({
    body: presentProfile(user),
    session: await beginSession(context, tx, user),
  }));
};
