import { randomBytes } from 'node:crypto';
import { isCommonPassword } from '../../domain/identity/common-passwords.ts';
import { resetPassword as reset } from '../../operations/system/reset-password.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import type { DataPlace } from '../backups.ts';
import { withData } from './open-data.ts';

const RANDOM_BYTES = 18;
const SHORTEST = 12;
const LONGEST = 128;

export interface ResetRequest extends DataPlace {
  readonly email: string;
  /** Absent: a random one. */
  readonly password: string | undefined;
}

/** Returns the password that was set. */
export async function resetPassword(request: ResetRequest): Promise<string> {
  const { email, password = randomBytes(RANDOM_BYTES).toString('base64url') } = request;
  refuseWeak(password);
  await withData(request, 'beside the service', (db) =>
    reset(db, { email, password, now: Date.now() }),
  );
  return password;
}

function refuseWeak(password: string): void {
  const length = Array.from(password).length;
  if (length < SHORTEST || length > LONGEST) {
    throw new StartRefused(`A password has ${SHORTEST} to ${LONGEST} characters.`);
  }
  if (isCommonPassword(password)) {
    throw new StartRefused('This password is one of the most common. Choose another.');
  }
}
