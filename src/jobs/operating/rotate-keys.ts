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
  /** Where the operator gives the key; otherwise the data directory keeps it. */
  readonly masterKey: Uint8Array | undefined;
  /** Absent: a random one, in the data directory. */
  readonly newKey: Uint8Array | undefined;
}

export interface Rotated extends Rotation {
  readonly keyId: string;
  /** The file that keeps the old key, where the data directory keeps keys. */
  readonly oldKeyFile: string | undefined;
}

/** Changes the master key of an installation that does not run (decision 0040). */
export async function rotateKeys(rotation: KeyRotation): Promise<Rotated> {
  return withData(rotation, 'alone', (db) =>
    rotation.masterKey === undefined ? rotateFile(db, rotation) : rotateGiven(db, rotation),
  );
}

async function rotateGiven(db: Db, { newKey, ...keys }: KeyRotation): Promise<Rotated> {
  if (newKey === undefined) {
    throw new StartRefused(
      'MASTER_KEY gives the key, so the new one has to be given as well: write it to a file with "openssl rand -base64 32" and name the file with --new-key-file.',
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

async function rotateFile(db: Db, { newKey, ...keys }: KeyRotation): Promise<Rotated> {
  const { dataDirectory } = keys;
  const from = await openVault(db, keys);
  const wanted = newKey ?? findNextKeyFile(dataDirectory) ?? randomBytes(32);
  const next = makeNextKeyFile(dataDirectory, wanted);
  if (!next.equals(wanted)) {
    throw new StartRefused(
      `An earlier change of keys left master.key.next in ${dataDirectory}. Finish it without --new-key-file, or delete that file.`,
    );
  }
  const to = makeVault(next);
  const rotation = await rotateMasterKey(db, from, to);
  const oldKeyFile = adoptNextKeyFile(dataDirectory, from.keyId);
  return { keyId: to.keyId, ...rotation, oldKeyFile };
}
