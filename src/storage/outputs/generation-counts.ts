import type { Queryable, Transaction } from '../database.ts';
import { clocked, type Row, statement } from '../statement.ts';
import { writingInWorkspace } from '../writing.ts';

const LIST_COUNTS = statement(
  clocked(
    (
      now,
    ) => `SELECT variant_position AS variant, total, done, reused, failed, canceled, settled_at_resume,
     cost_nano, prompt_tokens, completion_tokens, ${now} - settled_at AS quiet_ms
   FROM generation_counts WHERE workspace_id = $1 AND evaluation_id = $2
   ORDER BY variant_position`,
  ),
  {
    variant: 'integer',
    total: 'integer',
    done: 'integer',
    reused: 'integer',
    failed: 'integer',
    canceled: 'integer',
    /** What was done, failed or given up when the run began or went on. */
    settledAtResume: 'integer',
    /** In billionths, so that adding up many small costs loses nothing. */
    costNano: 'integer',
    promptTokens: 'integer',
    completionTokens: 'integer',
    /** Since an answer was last stored; no answer was, if it is longer than the run has been going. */
    quietMs: 'integer',
  },
);

/** How far one variant of a run has come. */
export type GenerationCounts = Row<typeof LIST_COUNTS>;

export async function listCounts(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly GenerationCounts[]> {
  return db.query(LIST_COUNTS, [workspaceId, evaluationId]);
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

/** What a batch of answers adds, also when all of them are to be tried again. */
export const addCounts = writingInWorkspace(
  clocked(
    (now) => `UPDATE generation_counts SET done = done + $4, reused = reused + $5,
     failed = failed + $6, cost_nano = cost_nano + $7, prompt_tokens = prompt_tokens + $8,
     completion_tokens = completion_tokens + $9, settled_at = ${now}
   WHERE workspace_id = $1 AND evaluation_id = $2 AND variant_position = $3`,
  ),
  {
    evaluationId: 'text',
    variant: 'integer',
    done: 'integer',
    reused: 'integer',
    failed: 'integer',
    costNano: 'integer',
    promptTokens: 'integer',
    completionTokens: 'integer',
  },
);
