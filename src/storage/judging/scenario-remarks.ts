import type { Queryable } from '../database.ts';
import { atPlaces, placesParameters, type ScenarioPlaces } from '../evaluations/scenario-places.ts';
import { type Row, statement } from '../statement.ts';

/** Counts through the few tasks of each scenario. */
const LIST_REMARK_COUNTS = statement(
  atPlaces(
    (at) => `SELECT s.id AS scenario_id,
       (SELECT COUNT(*) FROM tasks t ${at.join} judgements j ON j.workspace_id = t.workspace_id
          AND j.task_id = t.id WHERE t.workspace_id = $1 AND t.scenario_id = s.id
          AND j.note <> '') AS notes,
       (SELECT COUNT(*) FROM tasks t ${at.join} assignments a ON a.workspace_id = t.workspace_id
          AND a.task_id = t.id WHERE t.workspace_id = $1 AND t.scenario_id = s.id
          AND a.flag IS NOT NULL) AS flags
     FROM ${at.from} WHERE ${at.where}`,
  ),
  { scenarioId: 'text', notes: 'integer', flags: 'integer' },
);

/** How many notes and flags scenarios have. */
export async function listRemarkCounts(
  db: Queryable,
  workspaceId: string,
  places: ScenarioPlaces,
): Promise<readonly Row<typeof LIST_REMARK_COUNTS>[]> {
  return db.query(LIST_REMARK_COUNTS, placesParameters(workspaceId, places));
}
