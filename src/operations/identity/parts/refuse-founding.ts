import { Problem } from '../../../contract/problems.ts';
import type { Transaction } from '../../../storage/database.ts';
import {
  countOrganizationsOf,
  findInstallationOwner,
} from '../../../storage/identity/organizations.ts';
import { lockUser } from '../../../storage/identity/users.ts';
import type { Context } from '../../context.ts';

/** The operator decides who may create organizations, and how many. */
export async function refuseFounding(
  { founding }: Context,
  tx: Transaction,
  userId: string,
): Promise<void> {
  if (founding.by === 'owner' && (await findInstallationOwner(tx)) !== userId) {
    throw new Problem(
      'forbidden',
      'Only the owner of this installation creates organizations. The operator can allow it to everyone with ORGANIZATIONS=anyone.',
      { members: { permission: 'edit_organization' } },
    );
  }
  await lockUser(tx, userId);
  if ((await countOrganizationsOf(tx, userId)) < founding.perUser) return;
  throw new Problem(
    'quota_exceeded',
    `You own ${founding.perUser} organizations, which is the limit. The operator can raise it with ORGANIZATIONS_PER_USER.`,
    { members: { limit: founding.perUser, limit_kind: 'organizations' } },
  );
}
