import type { SideCounts } from '../../statistics/annotators/one-sided.ts';
import type { CleanStudy, PairVotes } from './clean-study.ts';
import { LEFT_BETTER, RIGHT_BETTER } from './study-data.ts';

/**
 * How often each annotator chose the left output, and how often they would by the variants alone:
 * for each pair, the mean of a variant's shares of wins on the left and on the right, over all
 * annotators. A pair that was always shown the same way is left out.
 */
export function sideCounts({ votes, variants, annotators }: CleanStudy): readonly SideCounts[] {
  const size = variants.length;
  const explained = leftWins(votes, size);
  const left = new Int32Array(annotators.length);
  const decisive = new Int32Array(annotators.length);
  const expected = new Float64Array(annotators.length);
  for (let row = 0; row < votes.case.length; row += 1) {
    if (!isSided(votes, row)) continue;
    const share = explained((votes.left[row] ?? 0) * size + (votes.right[row] ?? 0));
    if (share === null) continue;
    const a = votes.annotator[row] ?? 0;
    decisive[a] = (decisive[a] ?? 0) + 1;
    expected[a] = (expected[a] ?? 0) + share;
    if (votes.outcome[row] === LEFT_BETTER) left[a] = (left[a] ?? 0) + 1;
  }
  return annotators.map((_, a) => {
    const of = decisive[a] ?? 0;
    return {
      left: left[a] ?? 0,
      decisive: of,
      expected: of === 0 ? null : (expected[a] ?? 0) / of,
    };
  });
}

function isSided({ outcome, sided }: PairVotes, row: number): boolean {
  return sided[row] === 1 && (outcome[row] ?? RIGHT_BETTER + 1) <= RIGHT_BETTER;
}

/**
 * By left · size + right: the share that the left variant wins apart from any effect of the side.
 */
function leftWins(votes: PairVotes, size: number): (pair: number) => number | null {
  const wins = new Float64Array(size * size);
  const shown = new Float64Array(size * size);
  for (let row = 0; row < votes.case.length; row += 1) {
    if (!isSided(votes, row)) continue;
    const pair = (votes.left[row] ?? 0) * size + (votes.right[row] ?? 0);
    shown[pair] = (shown[pair] ?? 0) + 1;
    if (votes.outcome[row] === LEFT_BETTER) wins[pair] = (wins[pair] ?? 0) + 1;
  }
  return (pair) => {
    const reversed = (pair % size) * size + Math.floor(pair / size);
    const here = shown[pair] ?? 0;
    const there = shown[reversed] ?? 0;
    if (here === 0 || there === 0) return null;
    return ((wins[pair] ?? 0) / here + 1 - (wins[reversed] ?? 0) / there) / 2;
  };
}
