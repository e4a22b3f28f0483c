import { Problem } from '../../../contract/problems.ts';

/** One wording for all reasons: a caller who tries links learns nothing from the answer. */
export function invitationInvalid(): Problem {
  return new Problem(
    'invitation_invalid',
    'This invitation cannot be used: it is unknown, expired, used or meant for another person. If you have an account, sign in with the invited e-mail and accept it there; otherwise ask for a new invitation.',
  );
}
