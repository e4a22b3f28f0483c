import { nameKey } from '../../../domain/names.ts';
import type { Transaction } from '../../../storage/database.ts';
import { insertUser, type User } from '../../../storage/identity/users.ts';
import { DEFAULT_TYPE, foundOrganization } from './found-organization.ts';

export interface OwnerWish {
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly now: number;
  readonly newId: () => string;
}

/** The first user of an installation, with an organization of their own. */
export async function createOwner(
  tx: Transaction,
  wish: OwnerWish,
): Promise<{ user: User; workspaceId: string }> {
  const { newId, now } = wish;
  const user = {
    id: newId(),
    username: wish.username,
    email: wish.email.trim(),
    createdAt: now,
    updatedAt: now,
  };
  const workspaceId = newId();
  await insertUser(tx, {
    ...user,
    emailKey: nameKey(wish.email),
    passwordHash: wish.passwordHash,
  });
  await foundOrganization(tx, {
    organizationId: newId(),
    workspaceId,
    ownerId: user.id,
    name: wish.username,
    description: '',
    type: DEFAULT_TYPE,
    now,
  });
  return { user, workspaceId };
}
