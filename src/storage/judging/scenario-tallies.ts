import type { OUTCOMES } from '../../contract/judging/judgements.ts';
import type { Queryable } from '../database.ts';
import { atPlaces, placesParameters, type ScenarioPlaces } from '../evaluations/scenario-places.ts';
import { type Row, statement, word } from '../statement.ts';

const LIST_TALLIES = statement(
  atPlaces(
    (at) => `SELECT j.scenario_id, j.outcome, j.winner,
       CASE WHEN j.outcome IS NULL THEN t.first_variant END AS scored, COUNT(*) AS count
     FROM ${at.from}
     ${at.join} tasks t ON t.workspace_id = s.workspace_id AND t.scenario_id = s.id
     ${at.join} judgements j ON j.workspace_id = t.workspace_id AND j.task_id = t.id AND j.counts = 1
     WHERE ${at.where}
     GROUP BY j.scenario_id, j.outcome, j.winner, t.first_variant`,
  ),
  {
    scenarioId: 'text',
    /** Null where an output was scored. */
    outcome: word<(typeof OUTCOMES)[number] | null>,
    winner: 'integer?',
    /** The variant whose output was scored. */
    scored: 'integer?',
    count: 'integer',
  },
);

/** How many annotators gave the same judgement on a scenario. */
export type ScenarioTally = Row<typeof LIST_TALLIES>;

/** Counts of the current judgements of scenarios. */
export async function listTallies(
  db: Queryable,
  workspaceId: string,
  places: ScenarioPlaces,
): Promise<readonly ScenarioTally[]> {
  return db.query(LIST_TALLIES, placesParameters(workspaceId, places));
}
