import type { OUTCOMES } from '../../contract/judging/judgements.ts';
import type { Queryable } from '../database.ts';
import { atPlaces, placesParameters, type ScenarioPlaces } from '../evaluations/scenario-places.ts';
import { type Row, statement, word } from '../statement.ts';

const LIST_PAIR_TALLIES = statement(
  atPlaces(
    (at) => `SELECT j.scenario_id, t.first_variant, t.second_variant, j.outcome, j.winner,
       COUNT(*) AS count
     FROM ${at.from}
     ${at.join} tasks t ON t.workspace_id = s.workspace_id AND t.scenario_id = s.id
     ${at.join} judgements j ON j.workspace_id = t.workspace_id AND j.task_id = t.id AND j.counts = 1
     WHERE ${at.where} AND j.outcome IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM exclusions x WHERE x.workspace_id = j.workspace_id
         AND x.evaluation_id = j.evaluation_id AND x.annotator_id = j.annotator_id)
     GROUP BY j.scenario_id, t.first_variant, t.second_variant, j.outcome, j.winner`,
  ),
  {
    scenarioId: 'text',
    firstVariant: 'integer?',
    secondVariant: 'integer?',
    outcome: word<(typeof OUTCOMES)[number]>,
    winner: 'integer?',
    count: 'integer',
  },
);

/** Counts of comparisons by scenario and pair, without those of excluded annotators. */
export async function listPairTallies(
  db: Queryable,
  workspaceId: string,
  places: ScenarioPlaces,
): Promise<readonly Row<typeof LIST_PAIR_TALLIES>[]> {
  return db.query(LIST_PAIR_TALLIES, placesParameters(workspaceId, places));
}
