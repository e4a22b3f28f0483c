import { subscribe } from 'node:diagnostics_channel';
import { isMainThread } from 'node:worker_threads';

/** An answer with this header ends the thread that reads it, whatever else it is doing. */
export const DEADLY_HEADER = 'x-deadly';

interface HeadersMessage {
  readonly response: { readonly headers: readonly (Buffer | string)[] };
}

// Loaded into a whole server with --import, which its threads are given, too.
if (!isMainThread) {
  subscribe('undici:request:headers', (message) => {
    const { response } = message as HeadersMessage; // What undici says there.
    if (response.headers.some((text) => text.toString() === DEADLY_HEADER)) process.exit(3);
  });
}
