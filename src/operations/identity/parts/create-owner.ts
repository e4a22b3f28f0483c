import { nameKey } from '../../../domain/names.ts';
import type { Transaction } from '../../../storage/database.ts';
import { insertUser, type User } from '../../../storage/identity/users.ts';
import { DEFAULT_TYPE, foundOrganization } from './found-organization.ts';

export interface NewOwner {
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly now: number;
  readonly newId: () => string;
}

/** Creates the first user of an installation, with their own organization. */
export async function createOwner(
  tx: Transaction,
  owner: NewOwner,
): Promise<{ user: User; workspaceId: string }> {
  const { newId, now } = owner;
  const user = {
    id: newId(),
    username: owner.username,
    email: owner.email.trim(),
    createdAt: now,
    updatedAt: now,
  };
  const workspaceId = newId();
  await insertUser(tx, {
    ...user,
    emailKey: nameKey(owner.email),
    passwordHash: owner.passwordHash,
  });
  await foundOrganization(tx, {
    organizationId: newId(),
    workspaceId,
    ownerId: user.id,
    name: owner.username,
    description: '',
    type: DEFAULT_TYPE,
    now,
  });
  return { user, workspaceId };
}
