import { useEffect, useState } from 'react';
import { tabStorage } from '../browser-storage.ts';
import type { NewEvaluation } from './new-evaluation.ts';

/** The draft of a form that began as `fresh`, kept for this tab until it is forgotten. */
export function useKeptDraft(key: string, fresh: NewEvaluation) {
  const [draft, setDraft] = useState(() => keptDraft(key, fresh));
  useEffect(() => {
    if (draft === fresh) tabStorage.removeItem(key);
    else tabStorage.setItem(key, JSON.stringify(draft));
  }, [key, draft, fresh]);
  return { draft, setDraft, forget: () => tabStorage.removeItem(key) };
}

interface DraftPlace {
  /** The next user of this tab begins with a form of their own. */
  readonly userId: string;
  readonly appId: string;
  readonly from: string | undefined;
}

export function draftKey({ userId, appId, from = 'scratch' }: DraftPlace): string {
  return ['jurybox.new-evaluation', userId, appId, from].join('.');
}

function keptDraft(key: string, fresh: NewEvaluation): NewEvaluation {
  const text = tabStorage.getItem(key);
  if (text === null) return fresh;
  // Only this file writes under the key; a field that an older page did not know begins as usual.
  return { ...fresh, ...(JSON.parse(text) as Partial<NewEvaluation>) };
}
