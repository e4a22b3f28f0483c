import { parseId } from '../../domain/ids.ts';
import { findGuestOfSessions } from '../../storage/identity/guests.ts';
import { findUserOfSessions } from '../../storage/identity/users.ts';
import type { Operation } from '../context.ts';
import { presentGuestProfile, presentProfile } from './parts/present-profile.ts';

/**
 * Pages ask this before anything else: a 401 would be written to the console of every visitor who
 * has not signed in yet. A member comes before a guest, as in every other request.
 */
export const checkSession: Operation<'checkSession'> = async (context, { query }) => {
  const browser = { sessions: context.heldSessions(), now: context.now };
  const profileId = idOf(query.profile_id);
  const evaluationId = idOf(query.evaluation_id);
  const [user, guest] = await Promise.all([
    findUserOfSessions(context.db, { ...browser, profileId }),
    evaluationId === null
      ? undefined
      : findGuestOfSessions(context.db, { ...browser, evaluationId, profileId }),
  ]);
  if (user !== undefined) return { body: { profile: presentProfile(user) } };
  return { body: { profile: guest === undefined ? null : presentGuestProfile(guest) } };
};

/** A text that is not an id matches no user. */
function idOf(text: string | undefined): string | null {
  return text === undefined ? null : (parseId(text) ?? UNUSED_ID);
}

const UNUSED_ID = '00000000-0000-0000-0000-000000000000';
