/** Up to this many tasks are handed out without counting what is left for other annotators. */
export const FREELY_TAKEN = 5;

/** More than that is at most this part of the tasks left for the annotator. */
const SHARE = 1 / 5;

/** Characters of inputs and outputs in one response, beyond the first few tasks. */
const MOST_CHARACTERS = 250_000;

/** This many tasks are sent at any length: the page lays out the next task and one more. */
const ALWAYS_SENT = 3;

/**
 * How many of the tasks asked for an annotator gets. Towards the end they are handed out in small
 * numbers: else one annotator would hold the last twenty while the others wait.
 */
export function tasksToHold(asked: number, left: number): number {
  return Math.min(asked, Math.max(FREELY_TAKEN, Math.floor(left * SHARE)));
}

/** How many of the next tasks fit into one response, given the length of each. */
export function tasksThatFit(lengths: readonly number[]): number {
  let characters = 0;
  const tooMany = lengths.findIndex((length, index) => {
    characters += length;
    return index >= ALWAYS_SENT && characters > MOST_CHARACTERS;
  });
  return tooMany === -1 ? lengths.length : tooMany;
}
