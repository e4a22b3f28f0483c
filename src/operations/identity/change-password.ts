import { issues, ValidationFailure } from '../../contract/validation.ts';
import { nameKey } from '../../domain/names.ts';
import { deleteOtherSessions } from '../../storage/identity/credentials.ts';
import { findUserByEmail, updatePassword } from '../../storage/identity/users.ts';
import type { Operation } from '../context.ts';
import { countConfirmation } from './parts/count-attempt.ts';
import { getUserOfCaller } from './parts/get-user-of-caller.ts';
import { hashPassword, isPassword, refuseCommonPassword } from './parts/passwords.ts';

/** Changes the password and ends all other sessions, in case one of them is a thief's. */
export const changePassword: Operation<'changePassword'> = async (context, { body }) => {
  const user = await getUserOfCaller(context);
  refuseCommonPassword(body.new_password, 'new_password');
  const emailKey = nameKey(user.email);
  const guess = await countConfirmation(context, user.id);
  const stored = await findUserByEmail(context.db, emailKey);
  const isCurrent = await isPassword(
    body.current_password,
    stored?.passwordHash,
    context.passwordCost,
  );
  if (stored === undefined || !isCurrent) throw notCurrent();
  await guess.release();
  const passwordHash = await hashPassword(body.new_password, context.passwordCost);
  return context.transaction(async (tx) => {
    const isChanged = await updatePassword(tx, {
      userId: user.id,
      passwordHash,
      oldHash: stored.passwordHash,
      now: context.now,
    });
    // Another session changed the password meanwhile, so the one compared is no longer current.
    if (!isChanged) throw notCurrent();
    const { tokenHash } = context.caller;
    await deleteOtherSessions(tx, { userId: user.id, tokenHash });
    return { body: null };
  });
};

function notCurrent(): ValidationFailure {
  return new ValidationFailure([
    issues.valueError(['body', 'current_password'], 'this is not your current password'),
  ]);
}
