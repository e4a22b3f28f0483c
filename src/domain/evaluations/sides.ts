/** How often each pair of variants was handed to one annotator. */
export type PairCounts = Readonly<Record<string, number>>;

export interface SideChoice {
  /** 0: the task's first variant stands left, 1: its second. */
  readonly side: number;
  readonly counts: PairCounts;
}

export interface PairToPlace {
  readonly first: number;
  readonly second: number;
  /** A fair coin for the n-th block of this pair, the same each time it is asked. */
  readonly coin: (pair: string, block: number) => number;
}

/**
 * Sides are drawn in blocks of two for each annotator and pair: a coin tells the first side of a
 * block, and the second is the other one. So no side is ever ahead by more than one.
 */
export function chooseSide(counts: PairCounts, { first, second, coin }: PairToPlace): SideChoice {
  const pair = `${first}-${second}`;
  const handed = counts[pair] ?? 0;
  const toss = coin(pair, Math.floor(handed / 2));
  return {
    side: handed % 2 === 0 ? toss : 1 - toss,
    counts: { ...counts, [pair]: handed + 1 },
  };
}
