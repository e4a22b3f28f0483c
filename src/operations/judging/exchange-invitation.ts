import { issues, ValidationFailure } from '../../contract/validation.ts';
import { findInvitation, type PresentedInvitation } from '../../storage/identity/invitations.ts';
import type { Operation } from '../context.ts';
import { refuseCommonPassword } from '../identity/parts/passwords.ts';
import { tokenHash } from '../tokens.ts';
import { enterAsGuest } from './parts/enter-as-guest.ts';
import { enterAsMember } from './parts/enter-as-member.ts';

/** Signs in whoever has a link: with a new account, or as a guest of one evaluation. */
export const exchangeInvitation: Operation<'exchangeInvitation'> = async (context, { body }) => {
  const { username, password } = body;
  if (password !== undefined) refuseCommonPassword(password, 'password');
  const presented: PresentedInvitation = { tokenHash: tokenHash(body.token), now: context.now };
  // Hashing a password is dear: it is not done for guests, nor for whoever just tries tokens.
  if ((await findInvitation(context.db, presented)) === undefined) {
    return enterAsGuest(context, { presented, name: username });
  }
  // Only who has a valid token is told what else it needs.
  if (password === undefined) throw new ValidationFailure([issues.missing(['body', 'password'])]);
  return enterAsMember(context, { presented, username, password });
};
