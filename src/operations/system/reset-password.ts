import { Problem } from '../../contract/problems.ts';
import { nameKey } from '../../domain/names.ts';
import type { Db } from '../../storage/database.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import { deleteOtherSessions } from '../../storage/identity/credentials.ts';
import { findUserByEmail, updatePassword } from '../../storage/identity/users.ts';
import { hashPassword } from '../identity/parts/passwords.ts';
import { PASSWORD_COST } from '../password-cost.ts';

export interface PasswordReset {
  readonly email: string;
  readonly password: string;
  readonly now: number;
}

/** By the operator, who has the database and needs no other proof. Ends every session of the user. */
export async function resetPassword(
  db: Db,
  { email, password, now }: PasswordReset,
): Promise<void> {
  const passwordHash = await hashPassword(password, PASSWORD_COST);
  await db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, nameKey(email));
    if (user === undefined) {
      throw new StartRefused(`No account has the e-mail address ${email}. Check its spelling.`);
    }
    const { id: userId, passwordHash: oldHash } = user;
    const isChanged = await updatePassword(tx, { userId, passwordHash, oldHash, now });
    if (!isChanged) throw new Problem('unavailable', CHANGED_MEANWHILE);
    await deleteOtherSessions(tx, { userId, tokenHash: '' });
  });
}

const CHANGED_MEANWHILE = 'The password was changed at the same moment. Run the command again.';
