import { findRow, type Queryable, type Transaction } from '../database.ts';
import type { ScenarioSpan } from '../evaluations/queues.ts';
import { SHOWN_OUTPUTS } from '../evaluations/shown-outputs.ts';
import { inList } from '../in-list.ts';
import { statement } from '../statement.ts';
import { asJson, workspaceWriter } from '../writers.ts';

/** COUNT instead of EXISTS, so that PostgreSQL looks up each output by its key. */
const BRINGS = (output: string) =>
  `(SELECT COUNT(*) FROM written_outputs o WHERE o.workspace_id = $1 AND ${output}) > 0`;

const LIST_SCENARIOS_OF_IMPORT = statement(
  `SELECT s.id FROM scenarios s
   WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.position BETWEEN $4 AND $5
     AND ${BRINGS('o.scenario_id = s.id AND o.import_id = $3')}
   ORDER BY s.position`,
  { id: 'text' },
);

/** Those of some scenarios for which an import has outputs. */
export async function listScenariosOfImport(
  db: Queryable,
  workspaceId: string,
  { evaluationId, importId, from, to }: ScenarioSpan & { readonly importId: string },
): Promise<readonly string[]> {
  const parameters = [workspaceId, evaluationId, importId, from, to];
  return (await db.query(LIST_SCENARIOS_OF_IMPORT, parameters)).map((row) => row.id);
}

const OF_SCENARIOS = { column: 'scenario_id', parameter: '$3', type: 'uuid' } as const;

/** The outputs of an import for some scenarios. */
const IMPORT_SCENARIOS = { importId: 'text', scenarioIds: asJson<readonly string[]> } as const;

export const deleteImported = workspaceWriter(
  inList(
    OF_SCENARIOS,
    (isListed) => `DELETE FROM written_outputs WHERE workspace_id = $1 AND import_id = $2
       AND ${isListed}`,
  ),
  IMPORT_SCENARIOS,
);

/** Deletes outputs that the import has replaced, and no request shows. */
export const deleteReplaced = workspaceWriter(
  inList(
    OF_SCENARIOS,
    (isListed) => `DELETE FROM written_outputs WHERE workspace_id = $1 AND ${isListed}
       AND import_id <> $2 AND ${BRINGS(`o.scenario_id = written_outputs.scenario_id
         AND o.variant_position = written_outputs.variant_position AND o.import_id = $2`)}
       AND (SELECT COUNT(*) FROM output_imports i
         WHERE i.workspace_id = $1 AND i.id = written_outputs.import_id AND (i.number IS NULL
           OR i.number >= (SELECT shown.number FROM output_imports shown
             WHERE shown.workspace_id = $1 AND shown.id = $2))) = 0`,
  ),
  IMPORT_SCENARIOS,
);

const FIND_JUDGED = statement(
  `SELECT MIN(s.position) AS position FROM scenarios s
   WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.judgement_count > 0
     AND ${BRINGS(`o.scenario_id = s.id AND o.import_id = $3
       AND (SELECT COUNT(*) FROM ${SHOWN_OUTPUTS} b WHERE b.scenario_id = s.id
         AND b.variant_position = o.variant_position) > 0`)}`,
  { position: 'integer?' },
);

/** The position of the first judged scenario in which an import would replace an output. */
export async function findJudgedScenario(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, importId }: { evaluationId: string; importId: string },
): Promise<number | undefined> {
  const row = await findRow(tx, FIND_JUDGED, [workspaceId, evaluationId, importId]);
  return row?.position ?? undefined;
}
