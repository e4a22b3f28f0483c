import type { Queryable, Transaction } from '../database.ts';
import { clocked, statement } from '../statement.ts';

/** How far one variant of a run has come. */
export interface GenerationCounts {
  readonly variant: number;
  readonly total: number;
  readonly done: number;
  readonly reused: number;
  readonly failed: number;
  readonly canceled: number;
  /** What was done, failed or given up when the run began or went on. */
  readonly settledAtResume: number;
  /** Since an answer was last stored; no answer was, if it is longer than the run has been going. */
  readonly quietMs: number;
  /** In billionths, so that adding up many small costs loses nothing. */
  readonly costNano: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

const LIST_COUNTS = statement(
  clocked(
    (now) => `SELECT variant_position, total, done, reused, failed, canceled, settled_at_resume,
     cost_nano, prompt_tokens, completion_tokens, ${now} - settled_at AS quiet_ms
   FROM generation_counts WHERE workspace_id = $1 AND evaluation_id = $2
   ORDER BY variant_position`,
  ),
  {
    variantPosition: 'integer',
    total: 'integer',
    done: 'integer',
    reused: 'integer',
    failed: 'integer',
    canceled: 'integer',
    settledAtResume: 'integer',
    costNano: 'integer',
    promptTokens: 'integer',
    completionTokens: 'integer',
    quietMs: 'integer',
  },
);

export async function listCounts(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly GenerationCounts[]> {
  const rows = await db.query(LIST_COUNTS, [workspaceId, evaluationId]);
  return rows.map((row) => ({
    variant: row.variantPosition,
    total: row.total,
    done: row.done,
    reused: row.reused,
    failed: row.failed,
    canceled: row.canceled,
    settledAtResume: row.settledAtResume,
    quietMs: row.quietMs,
    costNano: row.costNano,
    promptTokens: row.promptTokens,
    completionTokens: row.completionTokens,
  }));
}

const DELETE_COUNTS = statement(
  'DELETE FROM generation_counts WHERE workspace_id = $1 AND evaluation_id = $2',
  {},
);

const COUNT_CELLS = statement(
  `INSERT INTO generation_counts (workspace_id, evaluation_id, variant_position, total, done,
     reused, failed, canceled, settled_at_resume, cost_nano, prompt_tokens, completion_tokens)
   SELECT c.workspace_id, c.evaluation_id, c.variant_position, COUNT(*),
     SUM(CASE c.status WHEN 'done' THEN 1 ELSE 0 END),
     SUM(CASE WHEN c.status = 'done' AND c.reused_from IS NOT NULL THEN 1 ELSE 0 END),
     SUM(CASE c.status WHEN 'failed' THEN 1 ELSE 0 END),
     SUM(CASE c.status WHEN 'canceled' THEN 1 ELSE 0 END),
     SUM(CASE WHEN c.status IN ('waiting', 'running') THEN 0 ELSE 1 END),
     SUM(COALESCE(c.cost_nano, 0)), SUM(COALESCE(c.prompt_tokens, 0)),
     SUM(COALESCE(c.completion_tokens, 0))
   FROM generation_cells c
   WHERE c.workspace_id = $1 AND c.evaluation_id = $2
   GROUP BY c.workspace_id, c.evaluation_id, c.variant_position`,
  {},
);

/** Counts all cells again, when many cells changed at once. The run is held exclusively. */
export async function recount(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly GenerationCounts[]> {
  await tx.query(DELETE_COUNTS, [workspaceId, evaluationId]);
  await tx.query(COUNT_CELLS, [workspaceId, evaluationId]);
  return listCounts(tx, workspaceId, evaluationId);
}

const ADD_COUNTS = statement(
  clocked(
    (now) => `UPDATE generation_counts SET done = done + $4, reused = reused + $5,
     failed = failed + $6, cost_nano = cost_nano + $7, prompt_tokens = prompt_tokens + $8,
     completion_tokens = completion_tokens + $9, settled_at = ${now}
   WHERE workspace_id = $1 AND evaluation_id = $2 AND variant_position = $3`,
  ),
  {},
);

export type AddedCounts = Pick<
  GenerationCounts,
  'variant' | 'done' | 'reused' | 'failed' | 'costNano' | 'promptTokens' | 'completionTokens'
>;

/** What a batch of answers adds, also when all of them are to be tried again. */
export async function addCounts(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, added }: { evaluationId: string; added: AddedCounts },
): Promise<void> {
  await tx.query(ADD_COUNTS, [
    workspaceId,
    evaluationId,
    added.variant,
    added.done,
    added.reused,
    added.failed,
    added.costNano,
    added.promptTokens,
    added.completionTokens,
  ]);
}
