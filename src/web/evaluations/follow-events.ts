const LOCK = 'jurybox.events';

const RETRY_MS = 5_000;

/**
 * Follows an event stream while this tab is visible and no other tab of the browser follows one.
 * Over HTTP/1.1 a browser opens six connections per host and an open stream occupies one: with a
 * stream per tab, the seventh tab would not load. `listen` returns a function to call when the
 * stream has ended; the returned function stops following.
 */
export function followEvents(
  address: string,
  listen: (events: EventSource) => () => void,
): () => void {
  // Browsers offer locks only on secure pages; on other pages each tab polls.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return () => undefined;
  let leave = new AbortController();
  const follow = () => {
    leave.abort();
    leave = new AbortController();
    if (document.visibilityState === 'visible') void holdLock(locks, leave.signal, open);
  };
  const open = () => {
    const events = new EventSource(address);
    const end = listen(events);
    let retry: number | undefined;
    events.addEventListener('error', () => {
      // Browsers connect again after a lost connection, but not after a refusal.
      if (events.readyState === EventSource.CLOSED) retry = window.setTimeout(follow, RETRY_MS);
    });
    return () => {
      window.clearTimeout(retry);
      events.close();
      end();
    };
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    leave.abort();
  };
}

/** Waits for this tab's turn, which lasts until the signal aborts. */
async function holdLock(
  locks: LockManager,
  signal: AbortSignal,
  open: () => () => void,
): Promise<void> {
  try {
    await locks.request(LOCK, { signal }, async () => {
      if (signal.aborted) return;
      const close = open();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      close();
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
