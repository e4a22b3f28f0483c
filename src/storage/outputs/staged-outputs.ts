import { findRow, type Queryable, type Transaction } from '../database.ts';
import type { ScenarioSpan } from '../evaluations/queues.ts';
import { listed } from '../listed.ts';
import { statement } from '../statement.ts';
import type { ImportPlace } from './output-imports.ts';

const LIST_STAGED = statement(
  `SELECT s.id AS scenario_id, COUNT(*) AS outputs, SUM(octet_length(i.output)) AS bytes
   FROM scenarios s CROSS JOIN staged_outputs i
   WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.position BETWEEN $4 AND $5
     AND i.workspace_id = s.workspace_id AND i.scenario_id = s.id AND i.import_id = $3
   GROUP BY s.id, s.position ORDER BY s.position`,
  { scenario_id: 'text', outputs: 'integer', bytes: 'integer' },
);

/** How much an import still holds for a scenario. */
export interface StagedScenario {
  readonly scenarioId: string;
  readonly outputs: number;
  readonly bytes: number;
}

/** Those of some scenarios for which an import still holds outputs. */
export async function listStaged(
  db: Queryable,
  workspaceId: string,
  { evaluationId, importId, from, to }: ScenarioSpan & ImportPlace,
): Promise<readonly StagedScenario[]> {
  const rows = await db.query(LIST_STAGED, [workspaceId, evaluationId, importId, from, to]);
  return rows.map(({ scenario_id, outputs, bytes }) => ({
    scenarioId: scenario_id,
    outputs,
    bytes,
  }));
}

/** What an import holds for some scenarios. */
export interface StagedOfScenarios {
  readonly importId: string;
  readonly scenarioIds: readonly string[];
}

const OF_SCENARIOS = { column: 'scenario_id', parameter: '$3', type: 'uuid' } as const;

/**
 * With a cast, so that PostgreSQL looks scenarios up in the key: before it has statistics of this
 * table it takes an import for the rarer thing, and reads all of it.
 */
const OF_IMPORT = 'workspace_id = $1 AND CAST(import_id AS text) = $2';

/** What is there already stays as it is, and does not come back. */
const MOVE_STAGED = statement(
  listed(
    OF_SCENARIOS,
    (isListed) => `INSERT INTO scenario_outputs
       (workspace_id, scenario_id, variant_position, place, output, written_by, written_at)
     SELECT workspace_id, scenario_id, variant_position, variant_position, output, written_by,
       written_at
     FROM staged_outputs WHERE ${OF_IMPORT} AND ${isListed}
     ON CONFLICT (workspace_id, scenario_id, variant_position) DO UPDATE SET
       output = excluded.output, written_by = excluded.written_by,
       written_at = excluded.written_at, reuse_key = NULL, reuse_hash = NULL
     WHERE scenario_outputs.output <> excluded.output
     RETURNING scenario_id`,
  ),
  { scenario_id: 'text' },
);

const DELETE_STAGED = statement(
  listed(
    OF_SCENARIOS,
    (isListed) => `DELETE FROM staged_outputs WHERE ${OF_IMPORT} AND ${isListed}`,
  ),
  {},
);

/** Puts the outputs of an import in the place of others. Returns the scenarios that changed. */
export async function moveStaged(
  tx: Transaction,
  workspaceId: string,
  { importId, scenarioIds }: StagedOfScenarios,
): Promise<readonly string[]> {
  const parameters = [workspaceId, importId, JSON.stringify(scenarioIds)];
  const [rows] = await Promise.all([
    tx.query(MOVE_STAGED, parameters),
    tx.query(DELETE_STAGED, parameters),
  ]);
  return [...new Set(rows.map((row) => row.scenario_id))];
}

export async function deleteStaged(
  tx: Transaction,
  workspaceId: string,
  { importId, scenarioIds }: StagedOfScenarios,
): Promise<void> {
  await tx.query(DELETE_STAGED, [workspaceId, importId, JSON.stringify(scenarioIds)]);
}

const FIND_JUDGED_DIFFERENCE = statement(
  `SELECT s.position FROM scenarios s CROSS JOIN staged_outputs i
   WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.judgement_count > 0
     AND i.workspace_id = s.workspace_id AND i.scenario_id = s.id AND i.import_id = $3
     AND NOT EXISTS (SELECT 1 FROM scenario_outputs o WHERE o.workspace_id = i.workspace_id
       AND o.scenario_id = i.scenario_id AND o.variant_position = i.variant_position
       AND o.output = i.output)
   LIMIT 1`,
  { position: 'integer' },
);

/** Where a judged scenario stands that an import would change. */
export async function findJudgedDifference(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, importId }: ImportPlace,
): Promise<number | undefined> {
  return (await findRow(tx, FIND_JUDGED_DIFFERENCE, [workspaceId, evaluationId, importId]))
    ?.position;
}
