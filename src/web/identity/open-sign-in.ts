/**
 * Loads the sign-in page afresh, so nothing of this user stays in memory. If there are unsaved
 * changes, the browser asks first: a user who stays keeps them, and can sign in again over the
 * page.
 */
export function openSignIn(): void {
  location.assign('/login');
}
