import type { OutcomeTally, Tallies } from '../../domain/judging/vote-tallies.ts';
import type { Queryable } from '../database.ts';
import { type Row, statement } from '../statement.ts';

/** One statement, so that all counts are of the same moment. */
const COUNT_JUDGEMENTS = statement(
  `SELECT 'judged' AS kind, outcome, winner, score, COUNT(*) AS count
   FROM judgements WHERE workspace_id = $1 AND evaluation_id = $2 AND counts = 1
   GROUP BY outcome, winner, score
   UNION ALL
   SELECT 'unjudged', NULL, NULL, NULL, COUNT(*)
   FROM scenarios WHERE workspace_id = $1 AND evaluation_id = $2 AND judgement_count = 0`,
  { kind: 'text', outcome: 'text?', winner: 'integer?', score: 'text?', count: 'integer' },
);

/** Counts of the current judgements of an evaluation, and of scenarios without any. */
export async function countJudgements(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<Tallies> {
  const rows = await db.query(COUNT_JUDGEMENTS, [workspaceId, evaluationId]);
  return {
    outcomes: rows.flatMap(toOutcome),
    scores: rows.flatMap(({ score, count }) => (score === null ? [] : [{ score, count }])),
    unjudgedScenarios: rows.find(({ kind }) => kind === 'unjudged')?.count ?? 0,
  };
}

function toOutcome({ outcome, winner, count }: Row<typeof COUNT_JUDGEMENTS>): OutcomeTally[] {
  if (outcome !== 'slot' && outcome !== 'tie' && outcome !== 'both_bad') return [];
  return [{ outcome, winner, count }];
}
