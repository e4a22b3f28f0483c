/** Texts by key, in the browser's storage or, if denied, in memory until the page closes. */
export interface KeptTexts {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, text: string) => void;
  readonly removeItem: (key: string) => void;
  readonly keys: () => readonly string[];
  /** Calls `listener` when a text is kept only in memory; immediately if storage is denied. */
  readonly onVolatile: (listener: () => void) => () => void;
}

/**
 * Sole access to browser storage, which may be denied (even reading the property throws) or full.
 * Texts that do not fit are kept in memory, so callers need no second path.
 */
function createKeptTexts(storageOf: () => Storage): KeptTexts {
  const memory = new Map<string, string>();
  const listeners = new Set<() => void>();
  let isVolatile = false;

  const noteVolatile = () => {
    if (isVolatile) return;
    isVolatile = true;
    for (const listener of listeners) listener();
  };

  /** Uses the storage; returns `fallback` if the browser denies it. */
  const attempt = <Result>(run: (storage: Storage) => Result, fallback: Result): Result => {
    try {
      return run(storageOf());
    } catch {
      noteVolatile();
      return fallback;
    }
  };

  const removeKept = (key: string) => attempt((storage) => storage.removeItem(key), undefined);
  attempt((storage) => storage.length, 0);

  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem: (key, text) => {
      memory.delete(key);
      const isKept = attempt((storage) => {
        storage.setItem(key, text);
        return true;
      }, false);
      if (isKept) return;
      memory.set(key, text);
      // The stored text is outdated; after a reload, no text is better than an old one.
      removeKept(key);
    },
    removeItem: (key) => {
      memory.delete(key);
      removeKept(key);
    },
    keys: () => [...new Set([...attempt((storage) => Object.keys(storage), []), ...memory.keys()])],
    onVolatile: (listener) => {
      if (isVolatile) listener();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const browserStorage: KeptTexts = createKeptTexts(() => localStorage);

/** Per tab, so two tabs can fill in the same form. */
export const tabStorage: KeptTexts = createKeptTexts(() => sessionStorage);
