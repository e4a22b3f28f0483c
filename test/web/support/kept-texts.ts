import type { KeptTexts } from '../../../src/web/browser-storage.ts';

/** An in-memory stand-in for browser storage. */
export function makeKeptTexts(): KeptTexts {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
    keys: () => [...texts.keys()],
    onVolatile: () => () => undefined,
  };
}
