import type { KeptTexts } from '../browser-storage.ts';

/** Makes the keys of messages that one tab adds; they sort after those that other tabs added before. */
export function createOutboxKeys(storage: KeptTexts, prefix: string): () => string {
  // Two tabs may give the same number to messages that they add at once.
  const tab = Math.random().toString(36).slice(2);
  let last = 0;
  return () => {
    const newest = keysUnder(storage, prefix).at(-1) ?? prefix;
    // Not the time: a clock may be set back.
    last = Math.max(last, numberIn(newest.slice(prefix.length))) + 1;
    return `${prefix}${String(last).padStart(16, '0')}-${tab}`;
  };
}

/** Oldest message first. */
export function keysUnder(storage: KeptTexts, prefix: string): readonly string[] {
  return storage
    .keys()
    .filter((key) => key.startsWith(prefix))
    .toSorted();
}

/** The first part of a key; zero without one. */
function numberIn(key: string): number {
  return Number(key.split('-', 1)[0]);
}
