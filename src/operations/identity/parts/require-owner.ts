import type { Permission } from '../../../contract/access.ts';
import { Problem } from '../../../contract/problems.ts';
import type { Standing } from '../../../storage/callers.ts';

/** Admins have all permissions of owners, but cannot give or take the role owner. */
export function requireOwner(standing: Standing, permission: Permission): void {
  if (standing.roles.includes('owner')) return;
  throw new Problem(
    'forbidden',
    'Only an owner of the workspace can give or take the role owner. Ask one of them.',
    { members: { permission } },
  );
}
