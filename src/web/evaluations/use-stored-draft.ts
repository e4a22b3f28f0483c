import { useEffect, useState } from 'react';
import { tabStorage } from '../browser-storage.ts';
import type { NewEvaluation } from './new-evaluation.ts';

/** A form's draft, which starts as `fresh` and stays in this tab's storage until `forget`. */
export function useStoredDraft(key: string, fresh: NewEvaluation) {
  const [draft, setDraft] = useState(() => storedDraft(key, fresh));
  useEffect(() => {
    if (draft === fresh) tabStorage.removeItem(key);
    else tabStorage.setItem(key, JSON.stringify(draft));
  }, [key, draft, fresh]);
  return { draft, setDraft, forget: () => tabStorage.removeItem(key) };
}

interface DraftOwner {
  /** Another user of this tab starts with their own form. */
  readonly userId: string;
  readonly appId: string;
  readonly from: string | undefined;
}

export function draftKey({ userId, appId, from = 'scratch' }: DraftOwner): string {
  return ['jurybox.new-evaluation', userId, appId, from].join('.');
}

function storedDraft(key: string, fresh: NewEvaluation): NewEvaluation {
  const text = tabStorage.getItem(key);
  if (text === null) return fresh;
  // Only this file writes this key; fields missing from an older page's draft get their defaults.
  return { ...fresh, ...(JSON.parse(text) as Partial<NewEvaluation>) };
}
