import type { Versioned } from './api.ts';
import { isRevisionConflict } from './revision-conflict.ts';

interface Saving<Value, Saved> {
  /** Saves against the given version. */
  readonly save: (base: Versioned<Value>) => Promise<Saved>;
  readonly fetchNewest: () => Promise<Versioned<Value>>;
}

/**
 * Saves what a draft of this version changed; undefined if another user saved a revision first. A new
 * name alone creates no revision: the draft is saved beside it.
 */
export async function savePastRename<Value extends { readonly revision: number }, Saved>(
  base: Versioned<Value>,
  saving: Saving<Value, Saved>,
): Promise<Saved | undefined> {
  try {
    return await saving.save(base);
  } catch (error) {
    if (!isRevisionConflict(error)) throw error;
  }
  const newest = await saving.fetchNewest();
  if (newest.value.revision !== base.value.revision) return undefined;
  return savePastRename(newest, saving);
}
