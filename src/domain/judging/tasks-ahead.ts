/** So many tasks at a time are handed out without a look at what is left for others. */
export const FREELY_TAKEN = 5;

/** A larger supply is at most this part of the tasks that are left for the annotator. */
const SHARE = 1 / 5;

/** Characters of inputs and outputs in one answer of more than a few tasks. */
const MOST_CHARACTERS = 250_000;

/** So many are sent however long they are: the screen lays out the next task and one more. */
const ALWAYS_SENT = 3;

/**
 * How many tasks an annotator may hold who asks for many at once. Towards the end they are shared
 * out in small numbers: else one annotator would hold the last twenty while the others wait.
 */
export function tasksToHold(asked: number, left: number): number {
  return Math.min(asked, Math.max(FREELY_TAKEN, Math.floor(left * SHARE)));
}

/** How many of the next tasks fit into one answer, given the length of each. */
export function tasksThatFit(lengths: readonly number[]): number {
  let characters = 0;
  const tooMany = lengths.findIndex((length, index) => {
    characters += length;
    return index >= ALWAYS_SENT && characters > MOST_CHARACTERS;
  });
  return tooMany === -1 ? lengths.length : tooMany;
}
