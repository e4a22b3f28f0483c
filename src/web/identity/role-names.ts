import { ROLE_NAMES } from '../../contract/access.ts';

/** Invitations grant every role but owner, which owners grant to members. */
export const INVITABLE_ROLES = ROLE_NAMES.filter((role) => role !== 'owner');
