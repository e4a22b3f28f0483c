const QUIET_MS = 200;

/**
 * Tells of changes beside the request that made them: the first one at once, those within the next
 * fifth of a second as one, since each notification costs the database a commit.
 */
export function makeAnnouncer(
  notify: (evaluationId: string) => void,
): (evaluationId: string) => void {
  const recent = new Map<string, 'announced' | 'changed again'>();
  const tell = (evaluationId: string) => {
    recent.set(evaluationId, 'announced');
    notify(evaluationId);
    setTimeout(() => {
      const state = recent.get(evaluationId);
      recent.delete(evaluationId);
      if (state === 'changed again') tell(evaluationId);
    }, QUIET_MS).unref();
  };
  return (evaluationId) => {
    if (recent.has(evaluationId)) recent.set(evaluationId, 'changed again');
    else tell(evaluationId);
  };
}
