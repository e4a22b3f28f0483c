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
  /** Secret, and different for each annotator. */
  readonly words: RandomWords;
}

const SHORTEST_BLOCK = 8;
const LONGEST_BLOCK = 16;

/**
 * Sides are balanced in blocks for each annotator and pair, in an order drawn for each block.
 * Annotators can know neither the order nor the length of the blocks: in short or regular blocks
 * they could infer the side of the next task, and so which outputs come from the same variant.
 */
export function chooseSide(counts: PairCounts, { first, second, words }: PairToPlace): SideChoice {
  const pair = `${first}-${second}`;
  const earlier = counts[pair] ?? 0;
  const length = blockLength(words(`${pair} length`, 1)[0] ?? 0);
  const block = shuffled(words(`${pair} block ${Math.floor(earlier / length)}`, length));
  return {
    side: (block[earlier % length] ?? 0) % 2,
    counts: { ...counts, [pair]: earlier + 1 },
  };
}

/** Even, so each block has both sides equally often. */
function blockLength(word: number): number {
  const choices = (LONGEST_BLOCK - SHORTEST_BLOCK) / 2 + 1;
  return SHORTEST_BLOCK + 2 * (word % choices);
}
