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
  const held = { sessions: context.heldSessions(), now: context.now };
  const profileId = wanted(query.profile_id);
  const evaluationId = wanted(query.evaluation_id);
  const [user, guest] = await Promise.all([
    findUserOfSessions(context.db, { ...held, profileId }),
    evaluationId === null
      ? undefined
      : findGuestOfSessions(context.db, { ...held, evaluationId, profileId }),
  ]);
  if (user !== undefined) return { body: { profile: presentProfile(user) } };
  return { body: { profile: guest === undefined ? null : presentGuestProfile(guest) } };
};

/** A text that is no id matches no user. */
function wanted(text: string | undefined): string | null {
  return text === undefined ? null : (parseId(text) ?? NOBODY);
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
