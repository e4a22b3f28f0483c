import { Problem } from '../../contract/problems.ts';
import { upsertAttempt } from '../../storage/attempts.ts';
import type { Context } from '../context.ts';

const WINDOW_MS = 60_000;
const PER_ACCOUNT = 5;
const PER_ADDRESS = 20;

/** Counts a guess at a password, in the database so that several instances share the limit. */
export async function countAttempt(context: Context, account: string): Promise<void> {
  const { now } = context;
  const [byAccount, byAddress] = await context.db.transaction(async (tx) => [
    await upsertAttempt(tx, { subject: `account ${account}`, now, windowMs: WINDOW_MS }),
    await upsertAttempt(tx, { subject: `address ${context.address}`, now, windowMs: WINDOW_MS }),
  ]);
  if ((byAccount ?? 0) <= PER_ACCOUNT && (byAddress ?? 0) <= PER_ADDRESS) return;
  throw new Problem('rate_limited', 'Too many attempts to sign in. Wait a minute.', {
    headers: { 'retry-after': '60' },
  });
}
