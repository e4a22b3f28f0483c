import { SecretUnreadable, type Vault } from '../../outbound/secrets.ts';
import type { Db } from '../../storage/database.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import { replaceKeyId, updateSetting } from '../../storage/instance-settings.ts';
import {
  holdSealed,
  type SealedProvider,
  updateSealed,
} from '../../storage/outputs/sealed-secrets.ts';
import { NO_SECRETS, openSecrets, sealSecrets } from '../outputs/parts/provider-secrets.ts';
import { SLOTS_PLACE } from './open-vault.ts';

export interface Rotation {
  /** Number of providers whose secrets are sealed with the new key. */
  readonly resealed: number;
  /** Number of providers whose secrets the old key did not open either; they stay as they are. */
  readonly unreadable: number;
}

/**
 * Seals every secret with another key, in one transaction, so that an interruption changes nothing.
 * Providers are few.
 */
export async function rotateMasterKey(db: Db, from: Vault, to: Vault): Promise<Rotation> {
  return db.transaction(async (tx) => {
    // First, so that no process stores a secret under the old key any more.
    const isReplaced = await replaceKeyId(tx, { from: from.keyId, to: to.keyId });
    if (!isReplaced) {
      throw new StartRefused('The master key was changed by another command. Nothing was changed.');
    }
    const slots = to.seal(from.derive('slots'), SLOTS_PLACE);
    await updateSetting(tx, { name: 'slot_secret', value: slots });
    let resealed = 0;
    const all = await holdSealed(tx);
    for (const provider of all) {
      const sealed = reseal(provider, from, to);
      if (sealed === undefined) continue;
      await updateSealed(tx, provider.workspaceId, provider.id, ...sealed);
      resealed += 1;
    }
    return { resealed, unreadable: all.length - resealed };
  });
}

function reseal(
  provider: SealedProvider,
  from: Vault,
  to: Vault,
): [sealedKey: string | null, sealedHeaders: string | null] | undefined {
  try {
    const { apiKey, headers } = openSecrets(from, provider, provider);
    const sent = { api_key: apiKey ?? null, headers };
    const { sealedKey, sealedHeaders } = sealSecrets(to, provider, { sent, stored: NO_SECRETS });
    return [sealedKey, sealedHeaders];
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}
