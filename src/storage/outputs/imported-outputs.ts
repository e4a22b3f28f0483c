import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type EngineKind, statement } from '../statement.ts';

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

const STAGE_INTO = `INSERT INTO staged_outputs (workspace_id, scenario_id, import_id,
     variant_position, output, written_by, written_at)`;

const STAGE_OUTPUTS = statement(
  {
    postgres: `${STAGE_INTO}
     SELECT s.workspace_id, s.id, CAST($4 AS uuid), CAST(t.row ->> 1 AS integer), t.row ->> 2,
       CAST($5 AS uuid), CAST($6 AS bigint)
     ${SENT.postgres}`,
    sqlite: `${STAGE_INTO}
     SELECT s.workspace_id, s.id, $4, t.value ->> 1, t.value ->> 2, $5, $6
     ${SENT.sqlite}`,
  },
  {},
);

/** Writes outputs under an import, several of a scenario included. */
export async function insertStagedOutputs(
  tx: Transaction,
  workspaceId: string,
  batch: OutputBatch & { readonly importId: string; readonly now: number },
): Promise<void> {
  await tx.query(STAGE_OUTPUTS, [
    workspaceId,
    batch.evaluationId,
    sentText(batch),
    batch.importId,
    batch.writtenBy,
    batch.now,
  ]);
}

const differences = (sent: string, { variant, output }: { variant: string; output: string }) =>
  `SELECT COUNT(*) AS changed,
     MIN(CASE WHEN s.judgement_count > 0 THEN s.position END) AS judged_position
   ${sent}
     LEFT JOIN scenario_outputs o ON o.workspace_id = s.workspace_id AND o.scenario_id = s.id
       AND o.variant_position = ${variant}
   WHERE o.output IS DISTINCT FROM ${output}`;

const FIND_DIFFERENCES = statement(
  {
    postgres: differences(SENT.postgres, {
      variant: 'CAST(t.row ->> 1 AS integer)',
      output: '(t.row ->> 2)',
    }),
    sqlite: differences(SENT.sqlite, { variant: '(t.value ->> 1)', output: '(t.value ->> 2)' }),
  },
  { changed: 'integer', judged_position: 'integer?' },
);

/** What outputs would change. */
export interface Differences {
  readonly changed: number;
  /** Where the first judged scenario stands that they would change. */
  readonly judgedPosition: number | null;
}

export async function findDifferences(
  db: Queryable,
  workspaceId: string,
  batch: OutputBatch,
): Promise<Differences> {
  const parameters = [workspaceId, batch.evaluationId, sentText(batch)];
  const row = await findRow(db, FIND_DIFFERENCES, parameters);
  return { changed: row?.changed ?? 0, judgedPosition: row?.judged_position ?? null };
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
