import { hasUsers } from '../../storage/identity/users.ts';
import type { Operation } from '../context.ts';

export const checkSetup: Operation<'checkSetup'> = async (context) => {
  return { body: { required: !(await hasUsers(context.db)) } };
};
