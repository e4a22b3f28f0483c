/**
 * Leaves for the sign-in page, which starts with nothing of this user's in memory. If there are
 * unsaved changes, the browser asks first: a user who stays keeps them, and signs in again there.
 */
export function openSignIn(): void {
  location.assign('/login');
}
