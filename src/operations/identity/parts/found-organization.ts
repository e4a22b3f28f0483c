import type { Transaction } from '../../../storage/database.ts';
import { insertMembership } from '../../../storage/identity/memberships.ts';
import { insertOrganization } from '../../../storage/identity/organizations.ts';
import { insertWorkspace } from '../../../storage/identity/workspaces.ts';

export interface Founding {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly now: number;
}

export const DEFAULT_TYPE = 'default';

const DEFAULT_WORKSPACE_NAME = 'Default';

/** Creates an organization and its default workspace, both with the same owner. */
export async function foundOrganization(tx: Transaction, founding: Founding): Promise<void> {
  const { organizationId, workspaceId, ownerId, now } = founding;
  await insertOrganization(tx, { ...founding, id: organizationId });
  await insertWorkspace(tx, {
    id: workspaceId,
    organizationId,
    name: DEFAULT_WORKSPACE_NAME,
    description: '',
    type: DEFAULT_TYPE,
    isDefault: true,
    now,
  });
  await insertMembership(tx, {
    workspaceId,
    userId: ownerId,
    organizationId,
    roles: ['owner'],
    now,
  });
}
