const SLOT = 'jurybox.events';

/**
 * Follows an event stream while this tab is visible and no other tab of the browser follows one.
 * Over HTTP/1.1 a browser has six connections to a host, and a stream keeps one for as long as it is
 * open: with one for each tab the seventh tab would not load. `hear` returns a function to
 * call when the stream has ended; the returned function stops following.
 */
export function followEvents(
  address: string,
  hear: (events: EventSource) => () => void,
): () => void {
  // Browsers have locks on secure pages only; on other pages each tab polls instead.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return () => undefined;
  let leave = new AbortController();
  const follow = () => {
    leave.abort();
    leave = new AbortController();
    if (document.visibilityState === 'visible') void holdSlot(locks, leave.signal, open);
  };
  const open = () => {
    const events = new EventSource(address);
    const end = hear(events);
    return () => {
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
async function holdSlot(
  locks: LockManager,
  signal: AbortSignal,
  open: () => () => void,
): Promise<void> {
  try {
    await locks.request(SLOT, { signal }, async () => {
      if (signal.aborted) return;
      const close = open();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      close();
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
