/** Fewer tasks than this give no useful estimate. */
const MIN_TASKS = 3;

/** The median time of a task: one long break does not change it. */
export function medianMs(timesMs: readonly number[]): number | undefined {
  const sorted = timesMs.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Estimated minutes for the remaining tasks; undefined after too few tasks. */
export function minutesLeft(timesMs: readonly number[], remaining: number): number | undefined {
  const pace = medianMs(timesMs);
  if (pace === undefined || timesMs.length < MIN_TASKS) return undefined;
  return Math.ceil((pace * remaining) / 60_000);
}
