import { PERMISSIONS } from '../../contract/access.ts';
import type { Operation } from '../context.ts';

export const listPermissions: Operation<'listPermissions'> = async () => ({
  body: [...PERMISSIONS],
});
