import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import type { Reference } from '../../domain/ids.ts';
import {
  type Caller,
  findReferenced,
  IS_CALLER,
  notFound,
  STANDING,
  STANDING_COLUMNS,
} from '../callers.ts';
import { findRow, type Queryable } from '../database.ts';
import { columnList, isOne, json, type Row, type RowOf, statement } from '../statement.ts';
import { atPlaces, placesParameters, type ScenarioPlaces } from './scenario-places.ts';
import { SHOWN_OUTPUTS } from './shown-outputs.ts';

const SCENARIO = {
  id: 'text',
  evaluationId: 'text',
  position: 'integer',
  inputs: json<readonly ScenarioInput[]>,
  correctAnswer: 'text',
  isPinned: isOne,
  judgementCount: 'integer',
} as const;

export type Scenario = RowOf<typeof SCENARIO>;

const FIND_SCENARIO = statement(
  `SELECT ${columnList('s', SCENARIO)} FROM scenarios s
   WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.id = $3`,
  SCENARIO,
);

/** A scenario of an evaluation that was found for the caller. */
export async function getScenario(
  db: Queryable,
  workspaceId: string,
  { evaluationId, scenario }: { evaluationId: string; scenario: Reference },
): Promise<Scenario> {
  const row =
    scenario.id === undefined
      ? undefined
      : await findRow(db, FIND_SCENARIO, [workspaceId, evaluationId, scenario.id]);
  if (row === undefined) throw notFound('scenario', scenario);
  return row;
}

const FIND_EVALUATION_OF_SCENARIO = statement(
  `SELECT ${STANDING}, s.evaluation_id
   FROM callers c
   JOIN scenarios s ON s.workspace_id = c.workspace_id
   JOIN human_evaluations e ON e.workspace_id = s.workspace_id AND e.id = s.evaluation_id
     AND e.published_at IS NOT NULL
   WHERE ${IS_CALLER} AND s.id = $4`,
  { ...STANDING_COLUMNS, evaluationId: 'text' },
);

/** Which evaluation a scenario belongs to, for the caller. */
export async function findEvaluationOfScenario(
  db: Queryable,
  caller: Caller,
  scenario: Reference,
): Promise<string | undefined> {
  const row = await findReferenced(db, FIND_EVALUATION_OF_SCENARIO, {
    caller,
    reference: scenario,
  });
  return row?.evaluationId;
}

const LIST_SCENARIOS = statement(
  atPlaces((at) => `SELECT ${columnList('s', SCENARIO)} FROM ${at.from} WHERE ${at.where}`),
  SCENARIO,
);

/** In the order of the positions. */
export async function listScenarios(
  db: Queryable,
  workspaceId: string,
  places: ScenarioPlaces,
): Promise<readonly Scenario[]> {
  const rows = await db.query(LIST_SCENARIOS, placesParameters(workspaceId, places));
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return places.positions.flatMap((position) => byPosition.get(position) ?? []);
}

const LIST_OUTPUTS = statement(
  atPlaces(
    (at) => `SELECT o.scenario_id, o.variant_position AS variant, o.output
     FROM ${at.from} ${at.each({
       table: SHOWN_OUTPUTS,
       alias: 'o',
       on: 'o.workspace_id = s.workspace_id AND o.scenario_id = s.id',
     })}
     WHERE ${at.where}
     ORDER BY s.position, o.place, o.variant_position`,
  ),
  { scenarioId: 'text', variant: 'integer', output: 'text' },
);

/** The output of one variant in one scenario. */
export type ScenarioOutput = Row<typeof LIST_OUTPUTS>;

/** The outputs of scenarios, each scenario's in the order they were sent. */
export async function listOutputs(
  db: Queryable,
  workspaceId: string,
  places: ScenarioPlaces,
): Promise<readonly ScenarioOutput[]> {
  return db.query(LIST_OUTPUTS, placesParameters(workspaceId, places));
}
