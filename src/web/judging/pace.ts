/** Too few to foretell anything from. */
const FEWEST = 3;

/** Half of the tasks took longer; somebody who went for coffee does not move it. */
export function medianMs(timesMs: readonly number[]): number | undefined {
  const sorted = timesMs.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Minutes that the rest will probably take, once there is something to tell it from. */
export function minutesLeft(timesMs: readonly number[], remaining: number): number | undefined {
  const pace = medianMs(timesMs);
  if (pace === undefined || timesMs.length < FEWEST) return undefined;
  return Math.ceil((pace * remaining) / 60_000);
}
