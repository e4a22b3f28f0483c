import type { Profile } from '../../contract/identity/profile.ts';
import { referenceInPath } from '../../domain/ids.ts';
import { notFound } from '../../storage/callers.ts';
import { findGuestOfCaller } from '../../storage/identity/guests.ts';
import { findUserOfCaller, getFellow } from '../../storage/identity/users.ts';
import type { Context, Operation } from '../context.ts';
import { proveCaller } from '../prove-caller.ts';
import { presentGuestProfile, presentProfile } from './parts/present-profile.ts';

/** The caller, or a member of one of their workspaces. Guests see only themselves. */
export const fetchProfile: Operation<'fetchProfile'> = async (context, { query }) => {
  const { kind, profile } = await findOwnProfile(context);
  context.gate.admit({ userId: profile.id });
  if (query.user_id === undefined) return { body: profile };
  const reference = referenceInPath(query.user_id);
  if (reference.id === profile.id) return { body: profile };
  if (kind === 'guest') throw notFound('user', reference);
  return { body: presentProfile(await getFellow(context.db, context.caller, reference)) };
};

interface OwnProfile {
  readonly kind: 'user' | 'guest';
  readonly profile: Profile;
}

/** The user behind the credential of this request, or the guest. */
async function findOwnProfile(context: Context): Promise<OwnProfile> {
  const user = await findUserOfCaller(context.db, context.caller);
  if (user !== undefined) return { kind: 'user', profile: presentProfile(user) };
  const guest = await findGuestOfCaller(context.db, context.caller);
  if (guest !== undefined) return { kind: 'guest', profile: presentGuestProfile(guest) };
  await proveCaller(context);
  throw new Error('A valid credential has no user.');
}
