import { findGuestOfCaller } from '../../storage/guests.ts';
import { findUserOfCaller } from '../../storage/users.ts';
import type { Operation } from '../context.ts';
import { proveCaller } from '../system/prove-caller.ts';
import { presentGuestProfile, presentProfile } from './present-profile.ts';

/** The user behind the credential of this request, or the guest. */
export const fetchProfile: Operation<'fetchProfile'> = async (context) => {
  const user = await findUserOfCaller(context.db, context.caller);
  if (user !== undefined) {
    context.gate.admit({ userId: user.id });
    return { body: presentProfile(user) };
  }
  const guest = await findGuestOfCaller(context.db, context.caller);
  if (guest !== undefined) {
    context.gate.admit({ userId: guest.id });
    return { body: presentGuestProfile(guest) };
  }
  await proveCaller(context);
  throw new Error('A valid credential belongs to nobody.');
};
