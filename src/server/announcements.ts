const QUIET_MS = 200;

/**
 * Sends change notifications without delaying the request: the first at once, those of the next
 * fifth of a second together, because each notification costs the database a commit.
 */
export function makeAnnouncer(
  notify: (evaluationId: string) => void,
): (evaluationId: string) => void {
  const recent = new Map<string, 'announced' | 'changed again'>();
  const send = (evaluationId: string) => {
    recent.set(evaluationId, 'announced');
    notify(evaluationId);
    setTimeout(() => {
      const state = recent.get(evaluationId);
      recent.delete(evaluationId);
      if (state === 'changed again') send(evaluationId);
    }, QUIET_MS).unref();
  };
  return (evaluationId) => {
    if (recent.has(evaluationId)) recent.set(evaluationId, 'changed again');
    else send(evaluationId);
  };
}
