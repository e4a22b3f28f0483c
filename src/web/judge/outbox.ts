import type { JudgementSubmission } from '../../contract/assignments.ts';
import type { KeptTexts } from '../browser-storage.ts';

/** Something an annotator did that the server has not acknowledged yet. */
export type Message =
  | {
      readonly kind: 'judge';
      readonly assignmentId: string;
      readonly submission: JudgementSubmission;
    }
  | { readonly kind: 'withdraw'; readonly assignmentId: string }
  | { readonly kind: 'skip'; readonly assignmentId: string }
  | { readonly kind: 'flag'; readonly assignmentId: string; readonly reason: string };

export interface Kept {
  readonly key: string;
  readonly message: Message;
}

/** What is still to be sent, oldest first. It outlives the page. */
export interface Outbox {
  readonly add: (message: Message) => void;
  readonly list: () => readonly Kept[];
  readonly remove: (key: string) => void;
}

export interface OutboxOwner {
  readonly evaluationId: string;
  /** Whoever uses the browser next must not send what somebody else said. */
  readonly annotatorId: string;
}

/** Each message has a key of its own, so that two tabs never write over each other. */
export function createOutbox(
  storage: KeptTexts,
  { evaluationId, annotatorId }: OutboxOwner,
  now: () => number = Date.now,
): Outbox {
  const prefix = `jurybox.outbox/${evaluationId}/${annotatorId}/`;
  let last = 0;
  return {
    add: (message) => {
      last = Math.max(now(), last + 1);
      storage.setItem(`${prefix}${String(last).padStart(16, '0')}`, JSON.stringify(message));
    },
    list: () =>
      storage
        .keys()
        .filter((key) => key.startsWith(prefix))
        .sort()
        .flatMap((key) => {
          const text = storage.getItem(key);
          // Only `add` writes under this prefix.
          return text === null ? [] : [{ key, message: JSON.parse(text) as Message }];
        }),
    remove: (key) => storage.removeItem(key),
  };
}
