import { randomBytes } from 'node:crypto';
import {
  adoptNextKeyFile,
  findNextKeyFile,
  makeNextKeyFile,
} from '../../operations/system/master-key-file.ts';
import { openVault } from '../../operations/system/open-vault.ts';
import { type Rotation, rotateMasterKey } from '../../operations/system/rotate-master-key.ts';
import { makeVault } from '../../outbound/secrets.ts';
import type { Db } from '../../storage/database.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import { findSetting } from '../../storage/instance-settings.ts';
import type { DataPlace } from '../backups.ts';
import { withData } from './open-data.ts';

export interface KeyRotation extends DataPlace {
  /** The configured key; absent if the data directory keeps it. */
  readonly masterKey: Uint8Array | undefined;
  /** Absent: a random key, kept in the data directory. */
  readonly newKey: Uint8Array | undefined;
}

export interface RotationResult extends Rotation {
  readonly keyId: string;
  /** The file with the old key, if the data directory keeps the keys. */
  readonly oldKeyFile: string | undefined;
}

/** Changes the master key of a stopped installation (decision 0040). */
export async function rotateKeys(rotation: KeyRotation): Promise<RotationResult> {
  return withData(rotation, 'alone', (db) =>
    rotation.masterKey === undefined ? rotateFile(db, rotation) : rotateGiven(db, rotation),
  );
}

async function rotateGiven(db: Db, { newKey, ...keys }: KeyRotation): Promise<RotationResult> {
  if (newKey === undefined) {
    throw new StartRefused(
      'The key is set by MASTER_KEY, so the new key must be given too: write it to a file with "openssl rand -base64 32" and name the file with --new-key-file.',
    );
  }
  const to = makeVault(newKey);
  const { keyId } = to;
  if ((await findSetting(db, 'master_key_id')) === keyId) {
    return { keyId, resealed: 0, unreadable: 0, oldKeyFile: undefined };
  }
  const from = await openVault(db, keys);
  return { keyId, ...(await rotateMasterKey(db, from, to)), oldKeyFile: undefined };
}

async function rotateFile(db: Db, { newKey, ...keys }: KeyRotation): Promise<RotationResult> {
  const { dataDirectory } = keys;
  const from = await openVault(db, keys);
  const newBytes = newKey ?? findNextKeyFile(dataDirectory) ?? randomBytes(32);
  const next = makeNextKeyFile(dataDirectory, newBytes);
  if (!next.equals(newBytes)) {
    throw new StartRefused(
      `An earlier key rotation left master.key.next in ${dataDirectory}. Finish it without --new-key-file, or delete that file.`,
    );
  }
  const to = makeVault(next);
  const rotation = await rotateMasterKey(db, from, to);
  const oldKeyFile = adoptNextKeyFile(dataDirectory, from.keyId);
  return { keyId: to.keyId, ...rotation, oldKeyFile };
}
