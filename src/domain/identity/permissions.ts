import { type Permission, ROLE_NAMES, ROLES, type Role } from '../../contract/access.ts';

/** Roles add up: a member may do whatever one of their roles may do. */
export function mayDo(roles: readonly Role[], permission: Permission): boolean {
  return roles.some((role) => ROLES[role].permissions.includes(permission));
}

/** In the fixed order of the role table, each once. */
export function sortRoles(roles: Iterable<Role>): Role[] {
  const held = new Set(roles);
  return ROLE_NAMES.filter((role) => held.has(role));
}
