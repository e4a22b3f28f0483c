import { ROLE_NAMES } from '../../contract/access.ts';

/** Owners are named by owners, once the person is a member. */
export const INVITABLE_ROLES = ROLE_NAMES.filter((role) => role !== 'owner');
