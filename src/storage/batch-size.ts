const HIGHEST_LIMIT = 500;
const BATCH_CHARACTERS = 128 * 1024;

/** Few enough to read quickly, even if the rows are long. */
export const FIRST_BATCH = 20;

/** How many rows to read next, by the length of the last ones. */
export function nextBatch(limit: number, last: { rows: number; characters: number }): number {
  const fitting = Math.ceil((BATCH_CHARACTERS * last.rows) / Math.max(1, last.characters));
  return Math.max(1, Math.min(HIGHEST_LIMIT, limit * 4, fitting));
}
