import type { KeptTexts } from '../browser-storage.ts';
import type { OutboxOwner } from './outbox.ts';
import type { Draft } from './questions.ts';

/** Drafts of tasks that are not judged yet, by assignment. */
export interface TaskDrafts {
  readonly get: (assignmentId: string) => Draft | undefined;
  readonly set: (assignmentId: string, draft: Draft) => void;
  readonly remove: (assignmentId: string) => void;
}

const ROOT = 'jurybox.task-drafts/';

/** Kept per tab, so a reload loses nothing and two tabs do not overwrite each other. */
export function createTaskDrafts(
  storage: KeptTexts,
  { annotatorId, evaluationId }: Pick<OutboxOwner, 'annotatorId' | 'evaluationId'>,
): TaskDrafts {
  const keyOf = (assignmentId: string) => `${ROOT}${annotatorId}/${evaluationId}/${assignmentId}`;
  return {
    get: (assignmentId) => {
      const text = storage.getItem(keyOf(assignmentId));
      return text === null ? undefined : (JSON.parse(text) as Draft); // Only this file writes here.
    },
    set: (assignmentId, draft) => storage.setItem(keyOf(assignmentId), JSON.stringify(draft)),
    remove: (assignmentId) => storage.removeItem(keyOf(assignmentId)),
  };
}

/** For a user who signs out: the next user of this tab must not find their drafts. */
export function removeDraftsOf(storage: KeptTexts, annotatorId: string): void {
  for (const key of storage.keys()) {
    if (key.startsWith(`${ROOT}${annotatorId}/`)) storage.removeItem(key);
  }
}
