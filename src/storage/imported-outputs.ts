import type { Queryable, Transaction } from './database.ts';
import { listed } from './listed.ts';
import { type EngineKind, statement } from './statement.ts';

/** An output by the place of its scenario and of its variant in the evaluation. */
export interface PlacedOutput {
  readonly position: number;
  readonly variant: number;
  readonly output: string;
}

export interface OutputBatch {
  readonly evaluationId: string;
  readonly outputs: readonly PlacedOutput[];
  readonly writtenBy: string;
}

/**
 * Outputs that were sent as `t`, each with its scenario `s`; $3 is a list of lists in JSON. Both
 * engines are told to look scenarios up one by one: SQLite would read the list once for each scenario
 * of the evaluation, PostgreSQL all of its scenarios for each list.
 */
const SENT: Readonly<Record<EngineKind, string>> = {
  postgres: `FROM json_array_elements(CAST($3 AS json)) AS t (row)
     CROSS JOIN LATERAL (SELECT * FROM scenarios s WHERE s.workspace_id = $1
       AND s.evaluation_id = $2 AND s.position = CAST(t.row ->> 0 AS integer) LIMIT 1) AS s`,
  sqlite: `FROM json_each($3) AS t
     CROSS JOIN scenarios s ON s.workspace_id = $1 AND s.evaluation_id = $2
       AND s.position = t.value ->> 0`,
};

const UPSERT_INTO = `INSERT INTO scenario_outputs
     (workspace_id, scenario_id, variant_position, place, output, written_by, written_at)`;

/** What is there already stays as it is, and does not come back. */
const WHERE_DIFFERENT = `ON CONFLICT (workspace_id, scenario_id, variant_position) DO UPDATE SET
     output = excluded.output, written_by = excluded.written_by, written_at = excluded.written_at,
     reuse_key = NULL, reuse_hash = NULL
   WHERE scenario_outputs.output <> excluded.output
   RETURNING scenario_id`;

const UPSERT_OUTPUTS = statement(
  {
    postgres: `${UPSERT_INTO}
     SELECT s.workspace_id, s.id, CAST(t.row ->> 1 AS integer), CAST(t.row ->> 1 AS integer),
       t.row ->> 2, CAST($4 AS uuid), CAST($5 AS bigint)
     ${SENT.postgres}
     ${WHERE_DIFFERENT}`,
    sqlite: `${UPSERT_INTO}
     SELECT s.workspace_id, s.id, t.value ->> 1, t.value ->> 1, t.value ->> 2, $4, $5
     ${SENT.sqlite} WHERE true
     ${WHERE_DIFFERENT}`,
  },
  { scenario_id: 'text' },
);

/** Writes outputs, several of a scenario included; returns the scenario of each that is new. */
export async function upsertOutputs(
  tx: Transaction,
  workspaceId: string,
  batch: OutputBatch & { readonly now: number },
): Promise<readonly string[]> {
  const rows = await tx.query(UPSERT_OUTPUTS, [
    workspaceId,
    batch.evaluationId,
    sentText(batch),
    batch.writtenBy,
    batch.now,
  ]);
  return rows.map((row) => row.scenario_id);
}

const ofOthers = (sent: string) => `SELECT s.position ${sent}
     JOIN scenario_outputs o ON o.workspace_id = s.workspace_id AND o.scenario_id = s.id
   WHERE o.written_by <> $4 LIMIT 1`;

const FIND_OUTPUT_OF_OTHERS = statement(
  { postgres: ofOthers(SENT.postgres), sqlite: ofOthers(SENT.sqlite) },
  { position: 'integer' },
);

/** Whether somebody else wrote any output of these scenarios. */
export async function hasOutputsOfOthers(
  tx: Transaction,
  workspaceId: string,
  batch: OutputBatch,
): Promise<boolean> {
  const rows = await tx.query(FIND_OUTPUT_OF_OTHERS, [
    workspaceId,
    batch.evaluationId,
    sentText(batch),
    batch.writtenBy,
  ]);
  return rows.length > 0;
}

const CHANGE_TEXTS_OF = statement(
  listed(
    { column: 'id', parameter: '$2', type: 'uuid' },
    (isListed) => `UPDATE scenarios SET texts_version = texts_version + 1
     WHERE workspace_id = $1 AND ${isListed}
     RETURNING position, judgement_count`,
  ),
  { position: 'integer', judgement_count: 'integer' },
);

/** What annotators read has changed. Returns the places of those scenarios that were judged. */
export async function changeTextsOf(
  tx: Transaction,
  workspaceId: string,
  scenarioIds: readonly string[],
): Promise<readonly number[]> {
  const rows = await tx.query(CHANGE_TEXTS_OF, [workspaceId, JSON.stringify(scenarioIds)]);
  return rows.filter((row) => row.judgement_count > 0).map((row) => row.position);
}

const LIST_POSITIONS = statement(
  `SELECT id, position FROM scenarios
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position > $3
   ORDER BY position LIMIT $4`,
  { id: 'text', position: 'integer' },
);

/** Which scenario stands where, after a position. */
export async function listPositions(
  db: Queryable,
  workspaceId: string,
  range: { evaluationId: string; afterPosition: number; limit: number },
): Promise<readonly { id: string; position: number }[]> {
  const { evaluationId, afterPosition, limit } = range;
  return db.query(LIST_POSITIONS, [workspaceId, evaluationId, afterPosition, limit]);
}

function sentText({ outputs }: OutputBatch): string {
  return JSON.stringify(
    outputs.map(({ position, variant, output }) => [position, variant, output]),
  );
}
