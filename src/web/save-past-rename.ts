import type { Versioned } from './api.ts';
import { isRevisionConflict } from './revision-conflict.ts';

interface SaveSteps<Value> {
  /** Saves against the given version. */
  readonly save: (base: Versioned<Value>) => Promise<Versioned<Value>>;
  readonly fetchNewest: () => Promise<Versioned<Value>>;
  /** Whether this version already has the draft's changes. */
  readonly isSaved: (value: Value) => boolean;
}

/**
 * Saves the changes that a draft made to `base`; undefined if another user saved a revision first.
 * A rename creates no revision, so the save is retried on top of it. A save whose answer was lost
 * counts as done.
 */
export async function savePastRename<Value extends { readonly revision: number }>(
  base: Versioned<Value>,
  steps: SaveSteps<Value>,
): Promise<Versioned<Value> | undefined> {
  try {
    return await steps.save(base);
  } catch (error) {
    if (!isRevisionConflict(error)) throw error;
  }
  const newest = await steps.fetchNewest();
  if (newest.value.revision === base.value.revision) return savePastRename(newest, steps);
  return steps.isSaved(newest.value) ? newest : undefined;
}
