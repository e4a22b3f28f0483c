import type { Profile } from '../../contract/identity/profile.ts';

/** Guests judge by a link and have no account. */
export function isGuest({ email }: Profile): boolean {
  return email === '';
}
