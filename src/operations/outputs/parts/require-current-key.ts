import { Problem } from '../../../contract/problems.ts';
import type { Vault } from '../../../outbound/secrets.ts';
import type { Transaction } from '../../../storage/database.ts';
import { holdKeyId } from '../../../storage/instance-settings.ts';

/** Called before a provider is written: the operator may have changed the master key meanwhile. */
export async function requireCurrentKey(tx: Transaction, { keyId }: Vault): Promise<void> {
  if ((await holdKeyId(tx)) === keyId) return;
  throw new Problem(
    'unavailable',
    'The master key was changed while this server ran, so it can store no secrets. Ask the operator to restart it.',
  );
}
