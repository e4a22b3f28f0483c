import type { KeptTexts } from '../browser-storage.ts';
import type { Message } from './message.ts';
import { createOutboxKeys, keysUnder } from './outbox-keys.ts';

export interface OutboxEntry {
  readonly key: string;
  readonly message: Message;
}

/** Messages that are not sent yet, oldest first. They survive a reload. */
export interface Outbox {
  readonly add: (message: Message) => void;
  readonly list: () => readonly OutboxEntry[];
  readonly replace: (key: string, message: Message) => void;
  readonly remove: (key: string) => void;
  /**
   * Calls `listener` when another tab changes the outbox, with the message if it added one, until
   * the returned function is called.
   */
  readonly onOtherTab: (listener: (added: Message | undefined) => void) => () => void;
}

export interface OutboxOwner {
  readonly evaluationId: string;
  /** The next user of this browser must not send judgements of another annotator. */
  readonly annotatorId: string;
  readonly name: string;
}

/** With its author's name, so the page can ask that annotator to come back and send it. */
interface StoredMessage {
  readonly by: string;
  readonly message: Message;
}

/** Each message has its own key, so two tabs do not overwrite each other. */
export function createOutbox(storage: KeptTexts, owner: OutboxOwner): Outbox {
  const prefix = prefixOf(owner);
  const nextKey = createOutboxKeys(storage, prefix);
  const write = (key: string, message: Message) => {
    const stored: StoredMessage = { by: owner.name, message };
    storage.setItem(key, JSON.stringify(stored));
  };
  return {
    add: (message) => write(nextKey(), message),
    list: () =>
      keysUnder(storage, prefix).flatMap((key) => {
        const stored = read(storage.getItem(key));
        return stored === undefined ? [] : [{ key, message: stored.message }];
      }),
    replace: write,
    remove: (key) => storage.removeItem(key),
    onOtherTab: (listener) => {
      const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix) !== true) return;
        listener(oldValue === null ? read(newValue)?.message : undefined);
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}

export interface UnsentOfOther {
  /** Distinguishes annotators of the same name. */
  readonly key: string;
  readonly name: string;
  readonly count: number;
}

/** Unsent judgements of other annotators of the same evaluation in this browser. */
export function unsentOfOthers(
  storage: KeptTexts,
  { evaluationId, annotatorId }: OutboxOwner,
): readonly UnsentOfOther[] {
  const own = prefixOf({ evaluationId, annotatorId });
  const counts = new Map<string, UnsentOfOther>();
  for (const key of keysUnder(storage, prefixOf({ evaluationId }))) {
    const stored = key.startsWith(own) ? undefined : read(storage.getItem(key));
    if (stored === undefined) continue;
    const author = key.slice(0, key.lastIndexOf('/'));
    const count = (counts.get(author)?.count ?? 0) + 1;
    counts.set(author, { key: author, name: stored.by, count });
  }
  return [...counts.values()];
}

function prefixOf({ evaluationId, annotatorId }: Partial<OutboxOwner>): string {
  const annotator = annotatorId === undefined ? '' : `${annotatorId}/`;
  return `jurybox.outbox/${evaluationId}/${annotator}`;
}

/** Older versions stored the message alone, without a name. */
function read(text: string | null): StoredMessage | undefined {
  if (text === null) return undefined;
  const value = JSON.parse(text) as StoredMessage | Message; // Only this file writes here.
  return 'message' in value ? value : { by: '', message: value };
}
