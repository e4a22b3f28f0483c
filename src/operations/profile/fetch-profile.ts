import type { Operation } from '../context.ts';
import { getUserOfCaller } from './get-user-of-caller.ts';
import { presentProfile } from './present-profile.ts';

export const fetchProfile: Operation<'fetchProfile'> = async (context) => {
  const user = await getUserOfCaller(context);
  return { body: presentProfile(user) };
};
