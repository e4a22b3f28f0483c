import type { OUTCOMES } from '../../contract/judging/judgements.ts';
import type { Queryable } from '../database.ts';
import { atPlaces, placesParameters, type ScenarioPlaces } from '../evaluations/scenario-places.ts';
import { statement } from '../statement.ts';

/** How many annotators gave the same judgement on a scenario. */
export interface ScenarioTally {
  readonly scenarioId: string;
  /** Null where an output was scored. */
  readonly outcome: (typeof OUTCOMES)[number] | null;
  readonly winner: number | null;
  /** The variant whose output was scored. */
  readonly scored: number | null;
  readonly count: number;
}

const LIST_TALLIES = statement(
  atPlaces(
    (at) => `SELECT j.scenario_id, j.outcome, j.winner, t.first_variant, COUNT(*) AS judgements
     FROM ${at.from}
     ${at.join} tasks t ON t.workspace_id = s.workspace_id AND t.scenario_id = s.id
     ${at.join} judgements j ON j.workspace_id = t.workspace_id AND j.task_id = t.id AND j.counts = 1
     WHERE ${at.where}
     GROUP BY j.scenario_id, j.outcome, j.winner, t.first_variant`,
  ),
  {
    scenarioId: 'text',
    outcome: 'text?',
    winner: 'integer?',
    firstVariant: 'integer?',
    judgements: 'integer',
  },
);

/** Current judgements of scenarios, counted. */
export async function listTallies(
  db: Queryable,
  workspaceId: string,
  places: ScenarioPlaces,
): Promise<readonly ScenarioTally[]> {
  const rows = await db.query(LIST_TALLIES, placesParameters(workspaceId, places));
  return rows.map((row) => ({
    scenarioId: row.scenarioId,
    outcome: row.outcome as ScenarioTally['outcome'], // Only these are ever written.
    winner: row.winner,
    scored: row.outcome === null ? row.firstVariant : null,
    count: row.judgements,
  }));
}
