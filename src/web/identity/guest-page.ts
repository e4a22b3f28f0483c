import { browserStorage } from '../browser-storage.ts';

const KEY = 'jurybox.guest-page';

/** Where a guest of this browser judged last. */
export interface GuestPage {
  readonly evaluationId: string;
  readonly annotatorId: string;
}

export function keepGuestPage(evaluationId: string, annotatorId: string): void {
  browserStorage.setItem(KEY, `${evaluationId}/${annotatorId}`);
}

/** Guests who left their page find the way back: they have no account to sign in with. */
export function lastGuestPage(): GuestPage | undefined {
  const [evaluationId, annotatorId] = browserStorage.getItem(KEY)?.split('/') ?? [];
  return evaluationId === undefined || annotatorId === undefined
    ? undefined
    : { evaluationId, annotatorId };
}
