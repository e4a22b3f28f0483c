import type { OUTCOMES } from '../../contract/judging/judgements.ts';

/** How many annotators gave the same answer about the same pair of one scenario. */
export interface PairTally {
  /** Null where the scenario was judged as a whole. */
  readonly firstVariant: number | null;
  readonly secondVariant: number | null;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly winner: number | null;
  readonly count: number;
}

/** Two outputs and how many annotators prefer each. */
export interface PreferencePair {
  readonly chosen: number;
  readonly rejected: number;
  readonly votesChosen: number;
  readonly votesRejected: number;
  readonly ties: number;
  readonly isTie: boolean;
}

/**
 * The pairs of a scenario's outputs as training data. The output with more votes is chosen; as many
 * votes for both is a tie. Pairs that most annotators call both bad are left out: a model should
 * learn from neither output.
 */
export function preferencePairs(
  tallies: readonly PairTally[],
  variantCount: number,
): readonly PreferencePair[] {
  const pairs: PreferencePair[] = [];
  for (let first = 0; first < variantCount; first += 1) {
    for (let second = first + 1; second < variantCount; second += 1) {
      const pair = preferenceOf(tallies, [first, second]);
      if (pair !== undefined) pairs.push(pair);
    }
  }
  return pairs;
}

function preferenceOf(
  tallies: readonly PairTally[],
  [first, second]: readonly [number, number],
): PreferencePair | undefined {
  const about = tallies.filter((tally) => isAbout(tally, first) && isAbout(tally, second));
  const count = (isCounted: (tally: PairTally) => boolean) =>
    about.filter(isCounted).reduce((sum, tally) => sum + tally.count, 0);
  const forFirst = count(({ winner }) => winner === first);
  const forSecond = count(({ winner }) => winner === second);
  const ties = count(({ outcome }) => outcome === 'tie');
  const bothBad = count(({ outcome }) => outcome === 'both_bad');
  const votes = forFirst + forSecond + ties;
  if (votes === 0 || bothBad > votes) return undefined;
  const isFirst = forFirst >= forSecond;
  return {
    chosen: isFirst ? first : second,
    rejected: isFirst ? second : first,
    votesChosen: isFirst ? forFirst : forSecond,
    votesRejected: isFirst ? forSecond : forFirst,
    ties,
    isTie: forFirst === forSecond,
  };
}

function isAbout({ firstVariant, secondVariant }: PairTally, variant: number): boolean {
  return firstVariant === null || firstVariant === variant || secondVariant === variant;
}
