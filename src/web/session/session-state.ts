import { useSyncExternalStore } from 'react';

type State = 'unknown' | 'signed-in' | 'ended';

let state: State = 'unknown';
const listeners = new Set<() => void>();

/** Somebody is signed in: from now on a 401 means that their session has ended. */
export function beginSession(): void {
  change('signed-in');
}

/** Whoever was never signed in on this page is sent to the sign-in page instead. */
export function endSession(): void {
  if (state === 'signed-in') change('ended');
}

export function forgetSession(): void {
  change('unknown');
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
