import { findUserOfCaller, type User } from '../../../storage/identity/users.ts';
import type { Context } from '../../context.ts';
import { proveCaller } from '../../prove-caller.ts';

/** The user behind the credential of this request. */
export async function getUserOfCaller(context: Context): Promise<User> {
  const user = await findUserOfCaller(context.db, context.caller);
  if (user === undefined) {
    await proveCaller(context);
    throw new Error('A valid credential has no user.');
  }
  context.gate.admit({ userId: user.id });
  return user;
}
