import { makeVault, type SecretPlace, type Vault } from '../../outbound/secrets.ts';
import type { Db } from '../../storage/database.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import { findSetting, insertSetting } from '../../storage/instance-settings.ts';
import {
  adoptNextKeyFile,
  findMasterKeyFile,
  findNextKeyFile,
  makeMasterKeyFile,
} from './master-key-file.ts';

export interface KeySettings {
  /** Given by the operator; otherwise the data directory keeps one. */
  readonly masterKey: Uint8Array | undefined;
  readonly dataDirectory: string;
}

/**
 * The vault of this installation. The first start notes which master key the database belongs to;
 * a process with another one could open no secrets, and would name slots and cursors that the other
 * processes do not know.
 */
export async function openVault(db: Db, { masterKey, dataDirectory }: KeySettings): Promise<Vault> {
  const noted = await findSetting(db, 'master_key_id');
  const known = masterKey ?? findKeptKey(dataDirectory, noted);
  if (known === undefined && noted !== undefined) throw otherKey(noted, dataDirectory);
  const vault = makeVault(known ?? makeMasterKeyFile(dataDirectory));
  const keyId = noted ?? (await noteKey(db, vault));
  if (keyId !== vault.keyId) throw otherKey(keyId, dataDirectory);
  return withKeptSlots(vault, await findSetting(db, 'slot_secret'));
}

/** A change of keys may have been cut short after the database was changed and before the file was. */
function findKeptKey(directory: string, noted: string | undefined): Uint8Array | undefined {
  const key = findMasterKeyFile(directory);
  const keyId = key === undefined ? undefined : makeVault(key).keyId;
  if (noted === undefined || keyId === undefined || keyId === noted) return key;
  const next = findNextKeyFile(directory);
  if (next === undefined || makeVault(next).keyId !== noted) return key;
  adoptNextKeyFile(directory, keyId);
  return next;
}

export const SLOTS_PLACE: SecretPlace = {
  workspaceId: '',
  recordId: '',
  kind: 'slots',
  origin: '',
};

/** Slots keep their names when the master key changes: annotators have judgements that are not sent yet. */
function withKeptSlots(vault: Vault, sealed: string | undefined): Vault {
  if (sealed === undefined) return vault;
  const slots = openSlots(vault, sealed);
  return {
    ...vault,
    derive: (purpose) => (purpose === 'slots' ? slots : vault.derive(purpose)),
  };
}

function openSlots(vault: Vault, sealed: string): string {
  try {
    return vault.open(sealed, SLOTS_PLACE);
  } catch {
    throw new StartRefused(
      'This master key does not open what outputs are named by. Start with the right key; if it is lost, delete slot_secret from instance_settings.',
    );
  }
}

/** Of several processes that start at once the first one decides. Returns the key that is noted. */
async function noteKey(db: Db, { keyId }: Vault): Promise<string | undefined> {
  await db.transaction((tx) => insertSetting(tx, { name: 'master_key_id', value: keyId }));
  return findSetting(db, 'master_key_id');
}

function otherKey(noted: string | undefined, dataDirectory: string): StartRefused {
  return new StartRefused(
    `This database belongs to another master key (${noted}). Set MASTER_KEY or MASTER_KEY_FILE to that key, or put it back as master.key into ${dataDirectory}.`,
  );
}
