import type { Queryable, Transaction } from '../database.ts';
import { listVariantsShown } from '../evaluations/scenario-batches.ts';
import { holdOutputs } from '../evaluations/scenario-changes.ts';
import { SHOWN_OUTPUTS } from '../evaluations/shown-outputs.ts';
import { inList } from '../in-list.ts';
import { type Row, statement, withClock } from '../statement.ts';

/** The result of a claimed cell. */
export interface CellResult extends CellOutcome {
  readonly claimedAt: number;
  readonly status: 'waiting' | 'done' | 'failed';
  /** Until the next attempt. */
  readonly delayMs: number;
}

/** What is stored about the last attempt. */
interface CellOutcome {
  readonly scenarioId: string;
  readonly variant: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly errorRaw: string | null;
  readonly latencyMs: number | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly costNano: number | null;
  readonly finishReason: string | null;
  readonly reusedFrom: string | null;
}

/**
 * Reads the results first, and then finds each cell by its key. Left to choose, SQLite would read
 * all results again for every cell that this process has claimed.
 */
const SETTLE = ({ rows, id, number, text, now }: SettleSql) =>
  `WITH r AS MATERIALIZED (
     SELECT ${id(0)} AS scenario_id, ${number(1)} AS variant_position, ${text(2)} AS status,
       ${number(3)} AS delay_ms, ${text(4)} AS error_code, ${text(5)} AS error_message,
       ${text(6)} AS error_raw, ${number(7)} AS latency_ms, ${number(8)} AS prompt_tokens,
       ${number(9)} AS completion_tokens, ${number(10)} AS cost_nano, ${text(11)} AS finish_reason,
       ${id(12)} AS reused_from, ${number(13)} AS claimed_at
     FROM ${rows})
   UPDATE generation_cells SET status = r.status, attempts = attempts + 1, claimed_by = NULL,
     due_at = ${now} + r.delay_ms, updated_at = ${now}, error_code = r.error_code,
     error_message = r.error_message, error_raw = r.error_raw, latency_ms = r.latency_ms,
     prompt_tokens = r.prompt_tokens, completion_tokens = r.completion_tokens,
     cost_nano = r.cost_nano, finish_reason = r.finish_reason, reused_from = r.reused_from
   FROM r
   WHERE generation_cells.workspace_id = $1 AND generation_cells.scenario_id = r.scenario_id
     AND generation_cells.variant_position = r.variant_position
     AND generation_cells.claimed_by = $2 AND generation_cells.status = 'running'
     AND generation_cells.updated_at = r.claimed_at
   RETURNING generation_cells.scenario_id, generation_cells.variant_position AS variant`;

interface SettleSql {
  readonly rows: string;
  readonly id: (index: number) => string;
  readonly number: (index: number) => string;
  readonly text: (index: number) => string;
  readonly now: string;
}

const SETTLE_CELLS = statement(
  {
    postgres: withClock((now) =>
      SETTLE({
        rows: 'json_array_elements(CAST($3 AS json)) AS t (row)',
        id: (index) => `CAST(t.row ->> ${index} AS uuid)`,
        number: (index) => `CAST(t.row ->> ${index} AS bigint)`,
        text: (index) => `t.row ->> ${index}`,
        now,
      }),
    ).postgres,
    sqlite: withClock((now) =>
      SETTLE({
        rows: 'json_each($3) AS t',
        id: (index) => `t.value ->> ${index}`,
        number: (index) => `t.value ->> ${index}`,
        text: (index) => `t.value ->> ${index}`,
        now,
      }),
    ).sqlite,
  },
  { scenarioId: 'text', variant: 'integer' },
);

/**
 * Settles only cells that this process still holds by the claim that led to the result: others have
 * been claimed again, by this process or another one.
 */
export async function settleCells(
  tx: Transaction,
  workspaceId: string,
  { workerId, results }: { workerId: string; results: readonly CellResult[] },
): Promise<readonly { scenarioId: string; variant: number }[]> {
  const text = JSON.stringify(
    results.map((result) => [
      result.scenarioId,
      result.variant,
      result.status,
      result.delayMs,
      result.errorCode,
      result.errorMessage,
      result.errorRaw,
      result.latencyMs,
      result.promptTokens,
      result.completionTokens,
      result.costNano,
      result.finishReason,
      result.reusedFrom,
      result.claimedAt,
    ]),
  );
  return tx.query(SETTLE_CELLS, [workspaceId, workerId, text]);
}

const OUTPUT_COLUMNS = `workspace_id, scenario_id, variant_position, place, output, written_by,
  written_at, reuse_key, reuse_hash`;

const INSERT_OUTPUTS = statement(
  {
    postgres: `INSERT INTO written_outputs (${OUTPUT_COLUMNS})
      SELECT $1, CAST(t.row ->> 0 AS uuid), CAST(t.row ->> 1 AS integer),
        CAST(t.row ->> 1 AS integer), t.row ->> 2, CAST($3 AS uuid), CAST($4 AS bigint),
        t.row ->> 3, t.row ->> 4
      FROM json_array_elements(CAST($2 AS json)) AS t (row)`,
    sqlite: `INSERT INTO written_outputs (${OUTPUT_COLUMNS})
      SELECT $1, t.value ->> 0, t.value ->> 1, t.value ->> 1, t.value ->> 2, $3, $4,
        t.value ->> 3, t.value ->> 4
      FROM json_each($2) AS t`,
  },
  {},
);

export interface GeneratedOutput {
  readonly scenarioId: string;
  readonly variant: number;
  readonly output: string;
  readonly reuseKey: string;
  readonly reuseHash: string;
}

/**
 * Adds outputs where none exist: one that an editor wrote meanwhile stays. Nothing that annotators
 * have seen changes, so judgements and leases stay too.
 */
export async function insertGeneratedOutputs(
  tx: Transaction,
  workspaceId: string,
  {
    outputs,
    writtenBy,
    now,
  }: { outputs: readonly GeneratedOutput[]; writtenBy: string; now: number },
): Promise<void> {
  const ids = [...new Set(outputs.map(({ scenarioId }) => scenarioId))];
  await holdOutputs(tx, workspaceId, ids);
  const shown = await listVariantsShown(tx, workspaceId, ids);
  const rows = outputs
    .filter(({ scenarioId, variant }) => !shown.has(`${scenarioId} ${variant}`))
    .map(({ scenarioId, variant, output, reuseKey, reuseHash }) => [
      scenarioId,
      variant,
      output,
      reuseKey,
      reuseHash,
    ]);
  if (rows.length === 0) return;
  await tx.query(INSERT_OUTPUTS, [workspaceId, JSON.stringify(rows), writtenBy, now]);
}

const LIST_REUSABLE = statement(
  inList(
    { column: 'o.reuse_hash', parameter: '$2', type: 'text' },
    (isListed) => `SELECT o.reuse_hash, o.scenario_id, o.output FROM ${SHOWN_OUTPUTS} o
     WHERE o.workspace_id = $1 AND ${isListed}`,
  ),
  { reuseHash: 'text', scenarioId: 'text', output: 'text' },
);

export type ReusableOutput = Row<typeof LIST_REUSABLE>;

/** Earlier outputs in any evaluation of the workspace, by the hash of their key. */
export async function listReusable(
  db: Queryable,
  workspaceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, ReusableOutput>> {
  const rows = await db.query(LIST_REUSABLE, [workspaceId, JSON.stringify(hashes)]);
  return new Map(rows.map((row) => [row.reuseHash, row]));
}
