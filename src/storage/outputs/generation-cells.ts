import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import type { ScenarioSpan } from '../evaluations/queues.ts';
import { listed } from '../listed.ts';
import { clocked, statement } from '../statement.ts';

const HAS_OUTPUT = (scenario: string, variant: string) =>
  `EXISTS (SELECT 1 FROM scenario_outputs o WHERE o.workspace_id = $1
     AND o.scenario_id = ${scenario} AND o.variant_position = ${variant})`;

const FORGET_CELLS = statement(
  `DELETE FROM generation_cells WHERE workspace_id = $1 AND evaluation_id = $2
     AND variant_position = $3 AND position BETWEEN $4 AND $5 AND status <> 'done'`,
  {},
);

const STAGE_CELLS = statement(
  clocked(
    (now) => `INSERT INTO generation_cells (workspace_id, evaluation_id, variant_position,
       scenario_id, position, status, attempts, due_at, updated_at)
     SELECT s.workspace_id, s.evaluation_id, CAST($3 AS integer), s.id, s.position, 'waiting', 0,
       ${now}, ${now}
     FROM scenarios s
     WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.position BETWEEN $4 AND $5
       AND NOT ${HAS_OUTPUT('s.id', '$3')}
     ON CONFLICT (workspace_id, scenario_id, variant_position) DO UPDATE SET status = 'waiting',
       attempts = 0, due_at = excluded.due_at, updated_at = excluded.updated_at`,
  ),
  {},
);

/** Some scenarios that follow each other, and a variant that is to answer them. */
export interface CellSpan extends ScenarioSpan {
  readonly variant: number;
}

const FIND_LAST = statement(
  `SELECT MAX(position) AS position FROM generation_cells
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  { position: 'integer?' },
);

/** The position of the last scenario that has cells; -1 where there are none. */
export async function findLastPosition(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<number> {
  return (await findRow(db, FIND_LAST, [workspaceId, evaluationId]))?.position ?? -1;
}

/** What earlier runs left undone is forgotten. */
export async function forgetCells(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, variant, from, to }: CellSpan,
): Promise<void> {
  await tx.query(FORGET_CELLS, [workspaceId, evaluationId, variant, from, to]);
}

const FORGET_UNDONE = statement(
  `DELETE FROM generation_cells
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position BETWEEN $3 AND $4
     AND status <> 'done'`,
  {},
);

/** Leaves nothing of a preparation that did not come to its end, which forgets what was before it. */
export async function forgetUndone(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, from, to }: ScenarioSpan,
): Promise<void> {
  await tx.query(FORGET_UNDONE, [workspaceId, evaluationId, from, to]);
}

/** A cell for each of these scenarios that has no output of the variant. */
export async function stageCells(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, variant, from, to }: CellSpan,
): Promise<void> {
  await tx.query(STAGE_CELLS, [workspaceId, evaluationId, variant, from, to]);
}

/** A cell that this process is to answer. */
export interface ClaimedCell {
  readonly scenarioId: string;
  /** Tells this claim from another one of the same process. */
  readonly claimedAt: number;
  readonly attempts: number;
  readonly inputs: readonly ScenarioInput[];
}

export interface CellClaim {
  readonly evaluationId: string;
  readonly variant: number;
  readonly startedAt: number;
  readonly workerId: string;
  readonly limit: number;
}

const DUE = (row: string) =>
  clocked(
    (now) => `SELECT c.${row} FROM generation_cells c
     WHERE c.workspace_id = $1 AND c.evaluation_id = $2 AND c.variant_position = $3
       AND c.status = 'waiting' AND c.due_at <= ${now}
       AND EXISTS (SELECT 1 FROM generation_runs r WHERE r.workspace_id = $1
         AND r.evaluation_id = $2 AND r.status = 'running' AND r.started_at = $6)
     ORDER BY c.due_at, c.position LIMIT $4`,
  );

const CLAIM = (isDue: string) =>
  clocked(
    (now) => `UPDATE generation_cells SET status = 'running', claimed_by = $5, updated_at = ${now}
     WHERE ${isDue}
     RETURNING scenario_id, updated_at, attempts, (SELECT s.inputs FROM scenarios s
       WHERE s.workspace_id = generation_cells.workspace_id
         AND s.id = generation_cells.scenario_id) AS inputs`,
  );

const CLAIM_CELLS = statement(
  {
    sqlite: CLAIM(
      `workspace_id = $1 AND variant_position = $3 AND scenario_id IN (${DUE('scenario_id').sqlite})`,
    ).sqlite,
    // As an array, because a subquery might run, and claim, again for every row of the table. The
    // rows are locked, and so stay at their places.
    postgres: CLAIM(`ctid = ANY(ARRAY(${DUE('ctid').postgres} FOR UPDATE SKIP LOCKED))`).postgres,
  },
  { scenario_id: 'text', updated_at: 'integer', attempts: 'integer', inputs: 'text' },
);

/** Cells whose time has come, of this run while it is running, for this process and no other. */
export async function claimCells(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, variant, startedAt, workerId, limit }: CellClaim,
): Promise<readonly ClaimedCell[]> {
  const rows = await tx.query(CLAIM_CELLS, [
    workspaceId,
    evaluationId,
    variant,
    limit,
    workerId,
    startedAt,
  ]);
  return rows.map((row) => ({
    scenarioId: row.scenario_id,
    claimedAt: row.updated_at,
    attempts: row.attempts,
    inputs: JSON.parse(row.inputs),
  }));
}

const FIND_DUE = statement(
  clocked(
    (now) => `SELECT position FROM generation_cells WHERE workspace_id = $1 AND evaluation_id = $2
       AND (status = 'running' OR (status = 'waiting' AND due_at <= ${now}))
     LIMIT 1`,
  ),
  { position: 'integer' },
);

/** Whether anything could be answered now: it may be that all wait for another attempt. */
export async function isAnyDue(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<boolean> {
  return (await findRow(db, FIND_DUE, [workspaceId, evaluationId])) !== undefined;
}

const RETURN_CELLS = statement(
  listed(
    { column: 'scenario_id', parameter: '$4', type: 'uuid' },
    (isListed) => `UPDATE generation_cells SET status = 'waiting', claimed_by = NULL
     WHERE workspace_id = $1 AND variant_position = $2 AND claimed_by = $3
       AND status = 'running' AND ${isListed}`,
  ),
  {},
);

/** Cells that were claimed and not begun. */
export async function returnCells(
  tx: Transaction,
  workspaceId: string,
  returned: { variant: number; workerId: string; scenarioIds: readonly string[] },
): Promise<void> {
  await tx.query(RETURN_CELLS, [
    workspaceId,
    returned.variant,
    returned.workerId,
    JSON.stringify(returned.scenarioIds),
  ]);
}

const CANCEL_CELLS = statement(
  clocked(
    (now) => `UPDATE generation_cells SET status = 'canceled', updated_at = ${now}
     WHERE workspace_id = $1 AND status = 'waiting' AND (scenario_id, variant_position) IN (
       SELECT scenario_id, variant_position FROM generation_cells
       WHERE workspace_id = $1 AND evaluation_id = $2 AND status = 'waiting' LIMIT $3)
     RETURNING variant_position`,
  ),
  { variant_position: 'integer' },
);

/** Gives up some cells that have not been begun. Returns the variant of each. */
export async function cancelCells(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, limit }: { evaluationId: string; limit: number },
): Promise<readonly number[]> {
  const rows = await tx.query(CANCEL_CELLS, [workspaceId, evaluationId, limit]);
  return rows.map((row) => row.variant_position);
}

const FORGET_ANSWERED = statement(
  `DELETE FROM generation_cells WHERE workspace_id = $1 AND evaluation_id = $2
     AND position BETWEEN $3 AND $4 AND status IN ('failed', 'canceled')
     AND ${HAS_OUTPUT('generation_cells.scenario_id', 'generation_cells.variant_position')}`,
  {},
);

const RETRY_CELLS = statement(
  clocked(
    (now) => `UPDATE generation_cells SET status = 'waiting', attempts = 0, due_at = ${now},
       error_code = NULL, error_message = NULL, error_raw = NULL, updated_at = ${now}
     WHERE workspace_id = $1 AND evaluation_id = $2 AND position BETWEEN $3 AND $4
       AND status IN ('failed', 'canceled')
     RETURNING position`,
  ),
  { position: 'integer' },
);

/** What failed or was given up waits again, unless its output came another way. Returns how much. */
export async function retryCells(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, from, to }: ScenarioSpan,
): Promise<number> {
  const span = [workspaceId, evaluationId, from, to];
  await tx.query(FORGET_ANSWERED, span);
  return (await tx.query(RETRY_CELLS, span)).length;
}

const LIST_ACTIVE_SOURCES = statement(
  `SELECT r.workspace_id, r.evaluation_id, r.started_at, r.reuse, ev.position, ev.source_kind, ev.provider_id,
     ev.revision_id, v.base_id
   FROM generation_runs r
   JOIN human_evaluations e ON e.workspace_id = r.workspace_id AND e.id = r.evaluation_id
     AND e.published_at IS NOT NULL AND e.closed_at IS NULL
   JOIN evaluation_variants ev ON ev.workspace_id = e.workspace_id AND ev.evaluation_id = e.id
   JOIN variants v ON v.workspace_id = ev.workspace_id AND v.id = ev.variant_id
   JOIN generation_counts n ON n.workspace_id = e.workspace_id AND n.evaluation_id = e.id
     AND n.variant_position = ev.position AND n.total > n.done + n.failed + n.canceled
   WHERE r.status = 'running'
   ORDER BY r.started_at, ev.position`,
  {
    workspace_id: 'text',
    evaluation_id: 'text',
    started_at: 'integer',
    reuse: 'integer',
    position: 'integer',
    source_kind: 'text',
    provider_id: 'text?',
    revision_id: 'text',
    base_id: 'text',
  },
);

/** A variant of a running run that has cells left. */
export interface ActiveSource {
  readonly workspaceId: string;
  readonly evaluationId: string;
  readonly variant: number;
  /** Tells this run from another one of the same evaluation. */
  readonly startedAt: number;
  readonly reuse: boolean;
  readonly kind: 'base' | 'provider';
  readonly baseId: string;
  readonly providerId: string | null;
  readonly revisionId: string;
}

/** Of all workspaces: the work that there is. */
export async function listActiveSources(db: Queryable): Promise<readonly ActiveSource[]> {
  const rows = await db.query(LIST_ACTIVE_SOURCES, []);
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    evaluationId: row.evaluation_id,
    variant: row.position,
    startedAt: row.started_at,
    reuse: row.reuse === 1,
    kind: row.source_kind === 'provider' ? 'provider' : 'base',
    baseId: row.base_id,
    providerId: row.provider_id,
    revisionId: row.revision_id,
  }));
}
