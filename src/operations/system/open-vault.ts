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
 * The vault of this installation. The first start records which master key the database belongs to:
 * a process with another key could open no secrets, and would make slot ids and cursors that the
 * other processes do not accept.
 */
export async function openVault(db: Db, { masterKey, dataDirectory }: KeySettings): Promise<Vault> {
  const recordedId = await findSetting(db, 'master_key_id');
  const key = masterKey ?? findKeyInDirectory(dataDirectory, recordedId);
  if (key === undefined && recordedId !== undefined) throw otherKey(recordedId, dataDirectory);
  const vault = makeVault(key ?? makeMasterKeyFile(dataDirectory));
  const keyId = recordedId ?? (await recordKey(db, vault));
  if (keyId !== vault.keyId) throw otherKey(keyId, dataDirectory);
  return withKeptSlots(vault, await findSetting(db, 'slot_secret'));
}

/** A change of keys may have been interrupted between changing the database and the file. */
function findKeyInDirectory(
  directory: string,
  recordedId: string | undefined,
): Uint8Array | undefined {
  const key = findMasterKeyFile(directory);
  const keyId = key === undefined ? undefined : makeVault(key).keyId;
  if (recordedId === undefined || keyId === undefined || keyId === recordedId) return key;
  const next = findNextKeyFile(directory);
  if (next === undefined || makeVault(next).keyId !== recordedId) return key;
  adoptNextKeyFile(directory, keyId);
  return next;
}

export const SLOTS_PLACE: SecretPlace = {
  workspaceId: '',
  recordId: '',
  kind: 'slots',
  origin: '',
};

/** Slots keep their ids when the master key changes: annotators may have unsent judgements. */
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
      'This master key does not open the secret that names outputs. Start with the right key; if it is lost, delete slot_secret from instance_settings.',
    );
  }
}

/** Of several processes that start at once, the first one decides. Returns the recorded id. */
async function recordKey(db: Db, { keyId }: Vault): Promise<string | undefined> {
  await db.transaction((tx) => insertSetting(tx, { name: 'master_key_id', value: keyId }));
  return findSetting(db, 'master_key_id');
}

function otherKey(keyId: string | undefined, dataDirectory: string): StartRefused {
  return new StartRefused(
    `This database belongs to another master key (${keyId}). Set MASTER_KEY or MASTER_KEY_FILE to that key, or put it back as master.key into ${dataDirectory}.`,
  );
}
