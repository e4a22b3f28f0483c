import { browserStorage } from '../browser-storage.ts';

const KEY = 'jurybox.guest-page';

/** The page where a guest last judged in this browser. */
export interface GuestPage {
  readonly evaluationId: string;
  readonly annotatorId: string;
}

export function keepGuestPage(evaluationId: string, annotatorId: string): void {
  browserStorage.setItem(KEY, `${evaluationId}/${annotatorId}`);
}

/** The way back for guests who left their page: they have no account to sign in with. */
export function lastGuestPage(): GuestPage | undefined {
  const [evaluationId, annotatorId] = browserStorage.getItem(KEY)?.split('/') ?? [];
  return evaluationId === undefined || annotatorId === undefined
    ? undefined
    : { evaluationId, annotatorId };
}
