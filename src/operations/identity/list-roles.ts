import { ROLE_NAMES, ROLES } from '../../contract/access.ts';
import type { Operation } from '../context.ts';

export const listRoles: Operation<'listRoles'> = async () => ({
  body: ROLE_NAMES.map((role) => ({
    role_name: role,
    role_description: ROLES[role].description,
  })),
});
