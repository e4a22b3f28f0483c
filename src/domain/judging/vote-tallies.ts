import type { VotesData } from '../../contract/results/evaluation-results.ts';

/** How many judgements have this outcome. */
export interface OutcomeTally {
  readonly outcome: 'slot' | 'tie' | 'both_bad';
  /** The place of the better variant; null for a tie or both bad. */
  readonly winner: number | null;
  readonly count: number;
}

/** How many judgements give this score, as its shortest decimal text. */
export interface ScoreTally {
  readonly score: string;
  readonly count: number;
}

/** Counts of an evaluation's judgements. */
export interface Tallies {
  readonly outcomes: readonly OutcomeTally[];
  readonly scores: readonly ScoreTally[];
  readonly unjudgedScenarios: number;
}

export interface VoteCounts {
  /** In the order of the evaluation; tallies name variants by their places here. */
  readonly variants: readonly { readonly id: string; readonly name: string }[];
  readonly scenarioCount: number;
  readonly unjudgedScenarios: number;
  readonly tallies: readonly OutcomeTally[];
}

const TIE = '1';
const BOTH_BAD = '0';
const NOT_JUDGED = '';

/**
 * The original's counts of votes: one entry for each judgement that counts, and an empty vote for
 * each scenario without one (docs/decisions/0010-what-counts-as-a-vote.md).
 */
export function tallyVotes(counts: VoteCounts): VotesData {
  if (counts.scenarioCount === 0) return {};
  const votes = countByText(counts);
  const entries = [...votes.values()].reduce((sum, count) => sum + count, 0);
  const share = (count: number) => ({
    number_of_votes: count,
    percentage: percentage(count, entries),
  });
  return {
    variants: counts.variants.map(({ id }) => id),
    variant_names: counts.variants.map(({ name }) => name),
    nb_of_rows: counts.scenarioCount,
    positive_votes: share(votes.get(TIE) ?? 0),
    flag_votes: share(votes.get(BOTH_BAD) ?? 0),
    variants_votes_data: Object.fromEntries([...votes].map(([text, n]) => [text, share(n)])),
  };
}

/** The original's counts of scores, by their texts. */
export function tallyScores(tallies: readonly ScoreTally[]): Readonly<Record<string, number>> {
  return Object.fromEntries(tallies.map(({ score, count }) => [score, count]));
}

/**
 * `round(count / total * 100, 2)` as in Python, which rounds a tie to the even neighbour where
 * `toFixed` rounds it up. Doubles between 0 and 100 lie half-way between two hundredths only at odd
 * multiples of 1/8; of those, x.125 and x.625 have the even neighbour below.
 */
export function percentage(count: number, total: number): number {
  const exact = (count / total) * 100;
  const rounded = Number(exact.toFixed(2));
  return (exact * 8) % 4 === 1 ? Number((rounded - 0.01).toFixed(2)) : rounded;
}

/** How many votes have each text of the original. */
function countByText({ variants, unjudgedScenarios, tallies }: VoteCounts): Map<string, number> {
  const votes = new Map<string, number>();
  const add = (text: string, count: number) => {
    if (count > 0) votes.set(text, (votes.get(text) ?? 0) + count);
  };
  for (const { outcome, winner, count } of tallies) {
    add(outcome === 'slot' ? idAt(variants, winner) : TEXTS[outcome], count);
  }
  add(NOT_JUDGED, unjudgedScenarios);
  return votes;
}

const TEXTS = { tie: TIE, both_bad: BOTH_BAD } as const;

function idAt(variants: VoteCounts['variants'], place: number | null): string {
  const variant = variants[place ?? -1];
  if (variant === undefined) throw new Error(`The evaluation has no variant ${place}.`);
  return variant.id;
}
