import { type Permission, ROLE_NAMES, ROLES, type Role } from '../../contract/access.ts';

/** Roles add up: a member may do whatever one of their roles may do. */
export function mayDo(roles: readonly Role[], permission: Permission): boolean {
  return roles.some((role) => ROLES[role].permissions.includes(permission));
}

/** Only those who judge and do not edit are kept from reading which variant is which. */
export function readsVariants(roles: readonly Role[]): boolean {
  return mayDo(roles, 'edit_evaluation') || !mayDo(roles, 'run_evaluations');
}

/** In the fixed order of the role table, each once. */
export function sortRoles(roles: Iterable<Role>): Role[] {
  const held = new Set(roles);
  return ROLE_NAMES.filter((role) => held.has(role));
}
