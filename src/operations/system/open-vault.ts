import { Problem } from '../../contract/problems.ts';
import { makeVault, type Vault } from '../../outbound/secrets.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { findSetting, insertSetting } from '../../storage/instance-settings.ts';
import { StartRefused } from '../../storage/start-refused.ts';
import { findMasterKeyFile, makeMasterKeyFile } from './master-key-file.ts';

export interface KeySettings {
  /** Given by the operator; otherwise the data directory keeps one. */
  readonly masterKey: Uint8Array | undefined;
  readonly dataDirectory: string;
}

/** The vault of this installation. With another key than its secrets were encrypted with, none. */
export async function openVault(
  db: Queryable,
  { masterKey, dataDirectory }: KeySettings,
): Promise<Vault> {
  const noted = await findSetting(db, 'master_key_id');
  const known = masterKey ?? findMasterKeyFile(dataDirectory);
  if (known === undefined && noted === undefined)
    return makeVault(makeMasterKeyFile(dataDirectory));
  const vault = known && makeVault(known);
  if (vault !== undefined && (noted ?? vault.keyId) === vault.keyId) return vault;
  throw new StartRefused(
    `The secrets in the database were encrypted with another master key (${noted}). Set MASTER_KEY or MASTER_KEY_FILE to that key, or put it back as master.key into ${dataDirectory}.`,
  );
}

/** A record as it is about to be written, with the secrets it then has. */
export interface SecretHolder {
  readonly sealedKey: string | null;
  readonly sealedHeaders: string | null;
}

/**
 * To be called in each transaction that writes secrets. The first one decides which master key the
 * installation has; a process that runs with another one must not add what others cannot open.
 */
export async function noteMasterKey(
  tx: Transaction,
  { keyId }: Vault,
  { sealedKey, sealedHeaders }: SecretHolder,
): Promise<void> {
  if (sealedKey === null && sealedHeaders === null) return;
  await insertSetting(tx, { name: 'master_key_id', value: keyId });
  if ((await findSetting(tx, 'master_key_id')) === keyId) return;
  throw new Problem(
    'unavailable',
    'This process runs with another master key than the one that secrets are encrypted with. Ask the operator to give all processes the same MASTER_KEY.',
  );
}
