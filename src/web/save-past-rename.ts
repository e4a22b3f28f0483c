import type { Versioned } from './api.ts';
import { isRevisionConflict } from './revision-conflict.ts';

interface Saving<Value> {
  /** Saves against the given version. */
  readonly save: (base: Versioned<Value>) => Promise<Versioned<Value>>;
  readonly fetchNewest: () => Promise<Versioned<Value>>;
  /** Whether this version has what the draft saves. */
  readonly isSaved: (value: Value) => boolean;
}

/**
 * Saves what a draft of this version changed; undefined if another user saved a revision first. A new
 * name alone creates no revision: the draft is saved beside it. A save whose answer was lost stands.
 */
export async function savePastRename<Value extends { readonly revision: number }>(
  base: Versioned<Value>,
  saving: Saving<Value>,
): Promise<Versioned<Value> | undefined> {
  try {
    return await saving.save(base);
  } catch (error) {
    if (!isRevisionConflict(error)) throw error;
  }
  const newest = await saving.fetchNewest();
  if (newest.value.revision === base.value.revision) return savePastRename(newest, saving);
  return saving.isSaved(newest.value) ? newest : undefined;
}
