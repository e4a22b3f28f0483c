import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey } from './master-key.ts';

/** Where a secret belongs. It can be opened for no other place. */
export interface SecretPlace {
  readonly workspaceId: string;
  readonly recordId: string;
  readonly kind: 'provider-key' | 'provider-headers' | 'slots';
  /** Scheme, host and port that it may be sent to. */
  readonly origin: string;
}

export interface Vault {
  /** Distinguishes master keys, and reveals nothing else about them. */
  readonly keyId: string;
  /** A secret of the installation for one purpose, kept in no database. */
  derive(purpose: 'slots' | 'cursors'): string;
  seal(plain: string, place: SecretPlace): string;
  /** Throws `SecretUnreadable`. */
  open(sealed: string, place: SecretPlace): string;
}

/** A stored secret that cannot be opened; the message says what to do, and holds no part of it. */
export class SecretUnreadable extends Error {
  constructor(reason: string) {
    super(`${reason} Enter it again.`);
    this.name = 'SecretUnreadable';
  }
}

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const KEY_ID_LENGTH = 12;
/** The length that GCM expects; random, because several processes write under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets under a master key that the database does not hold. The place is authenticated
 * with the text: once a record is pointed at another origin, its secret cannot be opened.
 */
export function makeVault(masterKey: Uint8Array): Vault {
  const key = derivedKey(masterKey, 'secrets');
  const keyId = derivedKey(masterKey, 'key id').toString('base64url').slice(0, KEY_ID_LENGTH);
  return {
    keyId,
    derive: (purpose) => derivedKey(masterKey, purpose).toString('base64url'),
    seal: (plain, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(placeBytes(place));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
      return [VERSION, keyId, sealed.toString('base64url')].join('.');
    },
    open: (sealed, place) => {
      const [version, sealedBy, content = ''] = sealed.split('.');
      if (version !== VERSION) throw new SecretUnreadable('The secret is stored in another form.');
      if (sealedBy !== keyId) {
        throw new SecretUnreadable('The secret was encrypted with another master key.');
      }
      return decrypt(key, Buffer.from(content, 'base64url'), place);
    },
  };
}

function decrypt(key: Buffer, sealed: Buffer, place: SecretPlace): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(placeBytes(place))
      .setAuthTag(tag);
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw new SecretUnreadable('The secret was given for another address, or is damaged.');
  }
}

/** A list in JSON, so that no two places have the same bytes. */
function placeBytes({ workspaceId, recordId, kind, origin }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([VERSION, workspaceId, recordId, kind, origin]));
}
