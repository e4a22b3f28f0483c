import { subscribe } from 'node:diagnostics_channel';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

/** A response with this header ends the thread that reads it, in the way that the header names. */
export const DEADLY_HEADER = 'x-deadly';
export type Death = keyof typeof DEATHS;

const DEATHS = {
  exit: () => process.exit(3),
  throw: () =>
    setImmediate(() => {
      throw new Error('thrown in the thread');
    }),
  /** With the next answers written but not yet committed. */
  'before it commits': () => {
    isToDieBeforeCommit = true;
  },
} as const;

let isToDieBeforeCommit = false;

interface HeadersMessage {
  readonly response: { readonly headers: readonly (Buffer | string)[] };
}

// Loaded into a server with --import, which its threads inherit.
if (!isMainThread) {
  subscribe('undici:request:headers', (message) => {
    const { response } = message as HeadersMessage; // As undici publishes it.
    const texts = response.headers.map((text) => text.toString());
    const at = texts.indexOf(DEADLY_HEADER);
    if (at >= 0) DEATHS[texts[at + 1] as Death](); // As the test sent it.
  });
  dieBeforeCommit(DatabaseSync.prototype, 'exec');
  dieBeforeCommit(pg.Client.prototype, 'query');
}

function dieBeforeCommit<Name extends string>(
  prototype: { [method in Name]: unknown },
  name: Name,
): void {
  const original = prototype[name];
  prototype[name] = function (this: unknown, ...args: unknown[]) {
    if (isToDieBeforeCommit && args[0] === 'COMMIT') process.exit(3);
    return typeof original === 'function' ? original.apply(this, args) : undefined;
  };
}
