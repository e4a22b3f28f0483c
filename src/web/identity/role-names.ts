import { ROLE_NAMES } from '../../contract/access.ts';

/** Invitations give every role but owner; owners give that one to members. */
export const INVITABLE_ROLES = ROLE_NAMES.filter((role) => role !== 'owner');
