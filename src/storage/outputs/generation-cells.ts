import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import type { ScenarioSpan } from '../evaluations/queues.ts';
import { SHOWN_OUTPUTS } from '../evaluations/shown-outputs.ts';
import { inList } from '../in-list.ts';
import { isOne, json, type Row, statement, withClock, word } from '../statement.ts';
import { asJson, workspaceWriter } from '../writers.ts';

/**
 * Whether the scenario of a row has an output of a variant. COUNT instead of EXISTS, which
 * PostgreSQL turns into a join of whole workspaces before it has statistics of their rows.
 */
const HAS_OUTPUT = (table: string, scenario: string, variant: string) =>
  `(SELECT COUNT(*) FROM ${SHOWN_OUTPUTS} o
     WHERE o.scenario_id = ${table}.${scenario} AND o.variant_position = ${variant}) > 0`;

/** Deletes the cells that earlier runs left undone. */
export const forgetCells = workspaceWriter(
  `DELETE FROM generation_cells WHERE workspace_id = $1 AND evaluation_id = $2
     AND variant_position = $3 AND position BETWEEN $4 AND $5 AND status <> 'done'`,
  {
    evaluationId: 'text',
    variant: 'integer',
    from: 'integer',
    to: 'integer',
  },
);

/** Inserts a cell for each of these scenarios that has no output of the variant. */
export const stageCells = workspaceWriter(
  withClock(
    (now) => `INSERT INTO generation_cells (workspace_id, evaluation_id, variant_position,
       scenario_id, position, status, attempts, due_at, updated_at)
     SELECT s.workspace_id, s.evaluation_id, CAST($3 AS integer), s.id, s.position, 'waiting', 0,
       ${now}, ${now}
     FROM scenarios s
     WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.position BETWEEN $4 AND $5
       AND NOT ${HAS_OUTPUT('s', 'id', '$3')}
     ON CONFLICT (workspace_id, scenario_id, variant_position) DO UPDATE SET status = 'waiting',
       attempts = 0, due_at = excluded.due_at, updated_at = excluded.updated_at`,
  ),
  {
    evaluationId: 'text',
    variant: 'integer',
    from: 'integer',
    to: 'integer',
  },
);

const FIND_LAST = statement(
  `SELECT MAX(position) AS position FROM generation_cells
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  { position: 'integer?' },
);

/** The position of the last scenario that has cells; -1 if none has. */
export async function findLastPosition(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<number> {
  return (await findRow(db, FIND_LAST, [workspaceId, evaluationId]))?.position ?? -1;
}

/** Deletes the cells of an interrupted preparation, which has already deleted those before it. */
export const forgetUndone = workspaceWriter(
  `DELETE FROM generation_cells
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position BETWEEN $3 AND $4
     AND status <> 'done'`,
  { evaluationId: 'text', from: 'integer', to: 'integer' },
);

export interface CellClaim {
  readonly evaluationId: string;
  readonly variant: number;
  readonly resumedAt: number;
  readonly workerId: string;
  readonly limit: number;
}

const DUE = withClock(
  (now) => `SELECT c.scenario_id FROM generation_cells c
     WHERE c.workspace_id = $1 AND c.evaluation_id = $2 AND c.variant_position = $3
       AND c.status = 'waiting' AND c.due_at <= ${now}
       AND EXISTS (SELECT 1 FROM generation_runs r WHERE r.workspace_id = $1
         AND r.evaluation_id = $2 AND r.status = 'running' AND r.resumed_at = $6)
     ORDER BY c.due_at, c.position LIMIT $4`,
);

const CLAIM = (isDue: string) =>
  withClock(
    (now) => `UPDATE generation_cells SET status = 'running', claimed_by = $5, updated_at = ${now}
     WHERE workspace_id = $1 AND variant_position = $3 AND scenario_id ${isDue}
     RETURNING scenario_id, updated_at AS claimed_at, attempts, (SELECT s.inputs FROM scenarios s
       WHERE s.workspace_id = $1 AND s.id = generation_cells.scenario_id) AS inputs`,
  );

const CLAIM_CELLS = statement(
  {
    sqlite: CLAIM(`IN (${DUE.sqlite})`).sqlite,
    // As an array, because a subquery might run, and claim, again for every row of the table.
    postgres: CLAIM(`= ANY(ARRAY(${DUE.postgres} FOR UPDATE SKIP LOCKED))`).postgres,
  },
  {
    scenarioId: 'text',
    /** Distinguishes this claim from another one of the same process. */
    claimedAt: 'integer',
    attempts: 'integer',
    inputs: json<readonly ScenarioInput[]>,
  },
);

/** A cell that this process has claimed. */
export type ClaimedCell = Row<typeof CLAIM_CELLS>;

/** Claims due cells for this process, if the run has not paused or ended since `resumedAt`. */
export async function claimCells(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, variant, resumedAt, workerId, limit }: CellClaim,
): Promise<readonly ClaimedCell[]> {
  return tx.query(CLAIM_CELLS, [workspaceId, evaluationId, variant, limit, workerId, resumedAt]);
}

const FIND_DUE = statement(
  withClock(
    (now) => `SELECT position FROM generation_cells WHERE workspace_id = $1 AND evaluation_id = $2
       AND (status = 'running' OR (status = 'waiting' AND due_at <= ${now}))
     LIMIT 1`,
  ),
  { position: 'integer' },
);

/** Whether any cell is due or being answered; otherwise all wait for another attempt. */
export async function isAnyDue(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<boolean> {
  return (await findRow(db, FIND_DUE, [workspaceId, evaluationId])) !== undefined;
}

/** Gives back cells that were claimed and not begun. */
export const returnCells = workspaceWriter(
  inList(
    { column: 'scenario_id', parameter: '$4', type: 'uuid' },
    (isListed) => `UPDATE generation_cells SET status = 'waiting', claimed_by = NULL
     WHERE workspace_id = $1 AND variant_position = $2 AND claimed_by = $3
       AND status = 'running' AND ${isListed}`,
  ),
  { variant: 'integer', workerId: 'text', scenarioIds: asJson<readonly string[]> },
);

const WAITING = `SELECT scenario_id FROM generation_cells
  WHERE workspace_id = $1 AND evaluation_id = $2 AND status = 'waiting' LIMIT $3`;

const CANCEL = (isWaiting: string) =>
  withClock(
    (now) => `UPDATE generation_cells SET status = 'canceled', updated_at = ${now}
     WHERE workspace_id = $1 AND status = 'waiting' AND scenario_id ${isWaiting}
     RETURNING variant_position`,
  );

const CANCEL_CELLS = statement(
  {
    sqlite: CANCEL(`IN (${WAITING})`).sqlite,
    // As an array: without statistics PostgreSQL would compare every cell with every waiting one.
    postgres: CANCEL(`= ANY(ARRAY(${WAITING}))`).postgres,
  },
  { variant_position: 'integer' },
);

/** Cancels cells of some scenarios that have not been begun. Returns the variant of each. */
export async function cancelCells(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, limit }: { evaluationId: string; limit: number },
): Promise<readonly number[]> {
  const rows = await tx.query(CANCEL_CELLS, [workspaceId, evaluationId, limit]);
  return rows.map((row) => row.variant_position);
}

const DELETE_ANSWERED = statement(
  `DELETE FROM generation_cells WHERE workspace_id = $1 AND evaluation_id = $2
     AND position BETWEEN $3 AND $4 AND status IN ('failed', 'canceled')
     AND ${HAS_OUTPUT('generation_cells', 'scenario_id', 'generation_cells.variant_position')}`,
  {},
);

const RETRY_CELLS = statement(
  withClock(
    (now) => `UPDATE generation_cells SET status = 'waiting', attempts = 0, due_at = ${now},
       error_code = NULL, error_message = NULL, error_raw = NULL, updated_at = ${now}
     WHERE workspace_id = $1 AND evaluation_id = $2 AND position BETWEEN $3 AND $4
       AND status IN ('failed', 'canceled')
     RETURNING position`,
  ),
  { position: 'integer' },
);

/** Makes failed and canceled cells wait again, unless they have an output. Returns how many. */
export async function retryCells(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, from, to }: ScenarioSpan,
): Promise<number> {
  const span = [workspaceId, evaluationId, from, to];
  await tx.query(DELETE_ANSWERED, span);
  return (await tx.query(RETRY_CELLS, span)).length;
}

const LIST_ACTIVE_SOURCES = statement(
  `SELECT r.workspace_id, r.evaluation_id, r.resumed_at, r.reuse, ev.position AS variant,
     CASE ev.source_kind WHEN 'provider' THEN 'provider' ELSE 'base' END AS kind, ev.provider_id,
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
    workspaceId: 'text',
    evaluationId: 'text',
    /** Changes when the run is started, resumed or retried: an editor may have fixed the source. */
    resumedAt: 'integer',
    reuse: isOne,
    variant: 'integer',
    kind: word<'base' | 'provider'>,
    providerId: 'text?',
    revisionId: 'text',
    baseId: 'text',
  },
);

/** A variant of a running run that has cells left. */
export type ActiveSource = Row<typeof LIST_ACTIVE_SOURCES>;

/** The sources with cells left, in all workspaces. */
export async function listActiveSources(db: Queryable): Promise<readonly ActiveSource[]> {
  return db.query(LIST_ACTIVE_SOURCES, []);
}
