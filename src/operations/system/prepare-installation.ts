import { Problem } from '../../contract/problems.ts';
import type { Db } from '../../storage/database.ts';
import { insertCredential, NEVER } from '../../storage/identity/credentials.ts';
import { hasUsers } from '../../storage/identity/users.ts';
import { deleteSetting, insertSetting } from '../../storage/instance-settings.ts';
import { createOwner } from '../identity/parts/create-owner.ts';
import { hashPassword } from '../identity/parts/passwords.ts';
import { type PasswordCost } from '../password-cost.ts';
import { KEY_PREFIX_LENGTH, newToken, tokenHash } from '../tokens.ts';

export interface Preparation {
  readonly now: number;
  readonly newId: () => string;
  readonly passwordCost: PasswordCost;
  readonly owner:
    | { readonly email: string; readonly password: string; readonly apiKey: string | undefined }
    | undefined;
}

export interface Prepared {
  /** Set until an account exists: its holder becomes the first owner. */
  readonly setupToken: string | undefined;
}

/** Creates the first owner of an installation, or a token to set one up. */
export async function prepareInstallation(db: Db, preparation: Preparation): Promise<Prepared> {
  if (await hasUsers(db)) return { setupToken: undefined };
  if (preparation.owner !== undefined) {
    await createFirstOwner(db, preparation, preparation.owner);
    return { setupToken: undefined };
  }
  return { setupToken: await renewSetupToken(db) };
}

/** Of several instances that start at once, one creates the owner and the others find it. */
async function createFirstOwner(
  db: Db,
  { now, newId, passwordCost }: Preparation,
  owner: NonNullable<Preparation['owner']>,
): Promise<void> {
  const passwordHash = await hashPassword(owner.password, passwordCost);
  const username = owner.email.split('@')[0] ?? owner.email;
  try {
    await db.transaction(async (tx) => {
      const { user, workspaceId } = await createOwner(tx, {
        email: owner.email,
        username,
        passwordHash,
        now,
        newId,
      });
      if (owner.apiKey === undefined) return;
      await insertCredential(tx, {
        id: newId(),
        tokenHash: tokenHash(owner.apiKey),
        kind: 'key',
        prefix: owner.apiKey.slice(0, KEY_PREFIX_LENGTH),
        name: '',
        userId: user.id,
        workspaceId,
        createdAt: now,
        expiresAt: NEVER,
        validUntil: NEVER,
        scopes: '',
      });
    });
  } catch (error) {
    if (error instanceof Problem || !(await hasUsers(db))) throw error;
  }
}

/** Only the hash is kept, so a restart before setup makes a new token and ends the old one. */
async function renewSetupToken(db: Db): Promise<string> {
  const token = newToken();
  await db.transaction(async (tx) => {
    await deleteSetting(tx, 'setup_token_hash');
    await insertSetting(tx, { name: 'setup_token_hash', value: tokenHash(token) });
  });
  return token;
}
