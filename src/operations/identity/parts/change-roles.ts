import type { Role } from '../../../contract/access.ts';
import { readsVariants } from '../../../domain/identity/permissions.ts';
import type { Transaction } from '../../../storage/database.ts';
import { updateRoles } from '../../../storage/identity/memberships.ts';
import type { Context } from '../../context.ts';
import type { NamedMember } from './get-member.ts';

/** Gives a member these roles, and keeps until when the old ones could read variants. */
export async function changeRoles(
  context: Context,
  tx: Transaction,
  { workspace, member, roles }: NamedMember & { readonly roles: readonly Role[] },
): Promise<void> {
  await updateRoles(tx, {
    workspaceId: workspace.id,
    userId: member.userId,
    roles,
    knewVariantsUntil: readsVariants(member.roles) ? context.now : null,
  });
  const object = { kind: 'user', id: member.userId };
  context.note({ object, change: { roles: [member.roles, roles] } });
}
