import type { Queryable, Transaction } from '../database.ts';
import type { ScenarioSpan } from '../evaluations/queues.ts';
import { type Row, statement, withClock } from '../statement.ts';
import { workspaceWriter } from '../writers.ts';

const LIST_COUNTS = statement(
  withClock(
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
    /** Cells done, failed or canceled when the run started or resumed. */
    settledAtResume: 'integer',
    /** In billionths, so that adding up many small costs loses nothing. */
    costNano: 'integer',
    promptTokens: 'integer',
    completionTokens: 'integer',
    /** Since an answer was last stored; if that is longer than the run has been going, none was. */
    quietMs: 'integer',
  },
);

/** The progress of one variant of a run. */
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
   WHERE c.workspace_id = $1 AND c.evaluation_id = $2 AND c.position BETWEEN $3 AND $4
   GROUP BY c.workspace_id, c.evaluation_id, c.variant_position
   ON CONFLICT (workspace_id, evaluation_id, variant_position) DO UPDATE SET
     total = generation_counts.total + excluded.total,
     done = generation_counts.done + excluded.done,
     reused = generation_counts.reused + excluded.reused,
     failed = generation_counts.failed + excluded.failed,
     canceled = generation_counts.canceled + excluded.canceled,
     settled_at_resume = generation_counts.settled_at_resume + excluded.settled_at_resume,
     cost_nano = generation_counts.cost_nano + excluded.cost_nano,
     prompt_tokens = generation_counts.prompt_tokens + excluded.prompt_tokens,
     completion_tokens = generation_counts.completion_tokens + excluded.completion_tokens`,
  {},
);

export async function deleteCounts(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<void> {
  await tx.query(DELETE_COUNTS, [workspaceId, evaluationId]);
}

/** Adds the cells of these scenarios, which must not have been counted yet. */
export async function countCells(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, from, to }: ScenarioSpan,
): Promise<void> {
  await tx.query(COUNT_CELLS, [workspaceId, evaluationId, from, to]);
}

const NOTE_RESUMED = statement(
  `UPDATE generation_counts SET settled_at_resume = done + failed + canceled
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  {},
);

/** Restarts the measurement of the pace. */
export async function noteResumed(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<void> {
  await tx.query(NOTE_RESUMED, [workspaceId, evaluationId]);
}

const ADD_CANCELED = statement(
  `UPDATE generation_counts SET canceled = canceled + $4
   WHERE workspace_id = $1 AND evaluation_id = $2 AND variant_position = $3`,
  {},
);

export async function addCanceled(
  tx: Transaction,
  workspaceId: string,
  added: { evaluationId: string; variant: number; canceled: number },
): Promise<void> {
  await tx.query(ADD_CANCELED, [workspaceId, added.evaluationId, added.variant, added.canceled]);
}

/** Adds a batch of answers, even if all of them will be retried. */
export const addCounts = workspaceWriter(
  withClock(
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
