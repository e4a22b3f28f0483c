import { deleteOldAttempts } from '../storage/attempts.ts';
import { deleteExpiredCredentials } from '../storage/credentials.ts';
import type { Db } from '../storage/database.ts';
import { deleteExpiredKeys } from '../storage/idempotency-keys.ts';
import { deleteExpiredInvitations } from '../storage/invitations.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Removes what has expired: credentials, invitations, idempotency records, counts of attempts. */
export async function removeExpired(db: Db, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteExpiredKeys(tx, now);
    await deleteExpiredCredentials(tx, now);
    await deleteExpiredInvitations(tx, now);
    await deleteOldAttempts(tx, now - HOUR_MS);
  });
}

/** Runs `work` now and then until it is stopped; a failure is reported and tried again later. */
export function everyHour(
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => {
    work().catch(onError);
  }, HOUR_MS).unref();
  return () => clearInterval(timer);
}
