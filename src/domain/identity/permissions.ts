import { type Permission, ROLE_NAMES, ROLES, type Role } from '../../contract/access.ts';

/** Roles add up: a member has every permission that any of their roles has. */
export function mayDo(roles: readonly Role[], permission: Permission): boolean {
  return roles.some((role) => ROLES[role].permissions.includes(permission));
}

/** Whether a member may see which variant is which: those who judge but cannot edit may not. */
export function readsVariants(roles: readonly Role[]): boolean {
  return mayDo(roles, 'edit_evaluation') || !mayDo(roles, 'run_evaluations');
}

/** In the fixed order of the role table, each once. */
export function sortRoles(roles: Iterable<Role>): Role[] {
  const unique = new Set(roles);
  return ROLE_NAMES.filter((role) => unique.has(role));
}
