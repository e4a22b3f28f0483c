import { issues, ValidationFailure } from '../../contract/validation.ts';
import { findInvitation, type PresentedInvitation } from '../../storage/identity/invitations.ts';
import type { Operation } from '../context.ts';
import { refuseCommonPassword } from '../identity/parts/passwords.ts';
import { tokenHash } from '../tokens.ts';
import { enterAsGuest } from './parts/enter-as-guest.ts';
import { enterAsMember } from './parts/enter-as-member.ts';

/** Signs in the holder of a link: with a new account, or as a guest of one evaluation. */
export const exchangeInvitation: Operation<'exchangeInvitation'> = async (context, { body }) => {
  const { username, password } = body;
  if (password !== undefined) refuseCommonPassword(password, 'password');
  const presented: PresentedInvitation = { tokenHash: tokenHash(body.token), now: context.now };
  // Hashing a password is expensive: it is not done for guests, nor for invalid tokens.
  if ((await findInvitation(context.db, presented)) === undefined) {
    return enterAsGuest(context, { presented, name: username });
  }
  // Only the holder of a valid token learns what else it needs.
  if (password === undefined) throw new ValidationFailure([issues.missing(['body', 'password'])]);
  return enterAsMember(context, { presented, username, password });
};
