const HIGHEST_LIMIT = 500;
const WANTED_CHARACTERS = 128 * 1024;

/** Few enough to be read quickly, however long rows may be. */
export const FIRST_BATCH = 20;

/** How many rows to read next: about as many as are quickly read, by what the last ones held. */
export function nextBatch(limit: number, last: { rows: number; characters: number }): number {
  const fitting = Math.ceil((WANTED_CHARACTERS * last.rows) / Math.max(1, last.characters));
  return Math.max(1, Math.min(HIGHEST_LIMIT, limit * 4, fitting));
}
