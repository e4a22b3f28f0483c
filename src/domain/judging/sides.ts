import { type RandomWords, shuffled } from '../evaluations/shuffle.ts';

/** How often each pair of variants was handed to one annotator. */
export type PairCounts = Readonly<Record<string, number>>;

export interface SideChoice {
  /** 0: the task's first variant is on the left, 1: its second. */
  readonly side: number;
  readonly counts: PairCounts;
}

export interface PairToPlace {
  readonly first: number;
  readonly second: number;
  /** Secret, and of this annotator alone. */
  readonly words: RandomWords;
}

const SHORTEST_BLOCK = 8;
const LONGEST_BLOCK = 16;

/**
 * Sides are balanced in blocks for each annotator and pair, in an order drawn for each block. Neither
 * the order nor the length of the blocks can be known to annotators: in short or regular blocks the
 * side of one task would tell that of the next, and so which outputs belong together.
 */
export function chooseSide(counts: PairCounts, { first, second, words }: PairToPlace): SideChoice {
  const pair = `${first}-${second}`;
  const handed = counts[pair] ?? 0;
  const length = blockLength(words(`${pair} length`, 1)[0] ?? 0);
  const block = shuffled(words(`${pair} block ${Math.floor(handed / length)}`, length));
  return {
    side: (block[handed % length] ?? 0) % 2,
    counts: { ...counts, [pair]: handed + 1 },
  };
}

/** Even, so that each block holds both sides equally often. */
function blockLength(word: number): number {
  const choices = (LONGEST_BLOCK - SHORTEST_BLOCK) / 2 + 1;
  return SHORTEST_BLOCK + 2 * (word % choices);
}
