import { openSecrets } from '../../../operations/outputs/parts/provider-secrets.ts';
import { findMasterKeyFile, findNextKeyFile } from '../../../operations/system/master-key-file.ts';
import { makeVault, SecretUnreadable, type Vault } from '../../../outbound/secrets.ts';
import type { SealedProvider } from '../../../storage/outputs/sealed-secrets.ts';
import { type Finding, look, ok, wrong } from './finding.ts';

export interface KeyState {
  readonly masterKey: Uint8Array | undefined;
  readonly dataDirectory: string;
  /** The id of the key that the database was sealed with. */
  readonly noted: string | undefined;
  readonly sealed: readonly SealedProvider[];
}

/** Checks that the key exists, is the right one and opens what it sealed. Creates no key. */
export function checkKey({ masterKey, dataDirectory, noted, sealed }: KeyState): Finding {
  const key = masterKey ?? findMasterKeyFile(dataDirectory);
  if (key === undefined) {
    if (noted === undefined) {
      return look(
        'master key',
        'There is none yet.',
        'The first start of the service creates one.',
      );
    }
    return wrong('master key', `The key ${noted} is missing.`, PUT_BACK);
  }
  const vault = makeVault(key);
  if (noted !== undefined && vault.keyId !== noted) {
    const next = findNextKeyFile(dataDirectory);
    if (masterKey === undefined && next !== undefined && makeVault(next).keyId === noted) {
      return look(
        'master key',
        'A key rotation was interrupted.',
        'Start the service: it finishes the rotation.',
      );
    }
    return wrong('master key', `The key is ${vault.keyId}, but the data needs ${noted}.`, PUT_BACK);
  }
  const unreadable = sealed.filter((provider) => !opens(vault, provider)).length;
  if (unreadable > 0) {
    return wrong(
      'master key',
      `The secrets of ${unreadable} of ${sealed.length} providers cannot be opened.`,
      'Enter them again under Settings → Providers.',
    );
  }
  return ok('master key', `${vault.keyId}; it opens the secrets of ${sealed.length} providers.`);
}

const PUT_BACK =
  'Set MASTER_KEY or MASTER_KEY_FILE to the right key, or put it back as master.key into the data directory.';

function opens(vault: Vault, provider: SealedProvider): boolean {
  try {
    openSecrets(vault, provider, provider);
    return true;
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}
