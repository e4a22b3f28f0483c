import type { Measured } from '../../contract/results/planning.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';

/** What a plan for a similar evaluation can take from the results of this one. */
export function measuredIn(evaluationId: string, results: ResultStatistics): Measured {
  return {
    evaluation_id: evaluationId,
    seconds_per_judgement: results.bias.pace.median_seconds,
    tie_rate: tieRateOf(results),
    cases: results.computation.cases,
    annotators: results.computation.annotators,
  };
}

/** Both bad counts as a tie: neither variant is better. */
function tieRateOf({ two_variants: two, several_variants: several }: ResultStatistics) {
  const counts = two?.counts;
  if (counts !== undefined) {
    const ties = counts.ties + counts.both_bad;
    return shareOf(ties, ties + counts.wins + counts.losses);
  }
  const cells = several?.win_matrix ?? [];
  const ties = cells.reduce((sum, cell) => sum + cell.ties + cell.both_bad, 0);
  return shareOf(
    ties,
    cells.reduce((sum, { votes }) => sum + votes, 0),
  );
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
