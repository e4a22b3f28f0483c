import { useSyncExternalStore } from 'react';

type State = 'unknown' | 'signed-in' | 'ended';

/** The only user who may sign in again on a page that shows one user's work. */
export interface SignedIn {
  readonly username: string;
  readonly email: string;
}

let state: State = 'unknown';
let owner: SignedIn | undefined;
const listeners = new Set<() => void>();

/** A member is signed in: from now on a 401 means that their session has ended. */
export function beginSession(person?: SignedIn): void {
  owner = person;
  change('signed-in');
}

export function ownerOfPage(): SignedIn | undefined {
  return owner;
}

/** Does nothing before a session began: such users go to the sign-in page instead. */
export function endSession(): void {
  if (state === 'signed-in') change('ended');
}

export function useSessionState(): State {
  return useSyncExternalStore(subscribe, () => state);
}

function change(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
