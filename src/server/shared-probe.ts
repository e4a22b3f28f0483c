const MAX_AGE_MS = 1_000;

/**
 * Begins a probe at most once a second; calls meanwhile share its answer. Callers need no
 * credential, so their number must not decide how often the database is asked to write.
 */
export function sharedProbe<Answer>(
  probe: () => Promise<Answer>,
  clock: () => number,
): () => Promise<Answer> {
  let latest: { readonly begunAt: number; readonly answer: Promise<Answer> } | undefined;
  return () => {
    const now = clock();
    if (latest === undefined || now - latest.begunAt >= MAX_AGE_MS) {
      latest = { begunAt: now, answer: probe() };
    }
    return latest.answer;
  };
}
