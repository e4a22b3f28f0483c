import { findRow, type Queryable } from '../database.ts';
import { statement } from '../statement.ts';

const IS_WANTED = 't.is_ready = 1 AND t.have < CAST($4 AS integer)';

/**
 * Counts the tasks that annotator $5 has judged or skipped, from the rows of one table. COALESCE
 * keeps both engines from reading the whole queue.
 */
const ownTasks = (table: string, isDone: string) => `SELECT COUNT(*) FROM ${table} own
     JOIN tasks t ON t.workspace_id = own.workspace_id AND t.id = own.task_id
     WHERE own.workspace_id = $1 AND own.evaluation_id = $2 AND own.annotator_id = $5
       AND ${isDone} AND COALESCE(t.queue_id, t.queue_id) = $3 AND ${IS_WANTED}`;

const COUNT_SHARE = statement(
  `SELECT (SELECT COUNT(*) FROM tasks t WHERE t.workspace_id = $1 AND t.queue_id = $3 AND ${IS_WANTED})
     - (${ownTasks('judgements', 'own.counts = 1')})
     - (${ownTasks('assignments', "own.status = 'skipped'")}) AS share`,
  { share: 'integer' },
);

export interface ShareOf {
  readonly evaluationId: string;
  readonly queueId: string;
  readonly judgementsPerTask: number;
  readonly annotatorId: string;
}

/**
 * The tasks that lack judgements and that the annotator has neither judged nor skipped. Leases of
 * others do not count: the number falls when others judge, and does not rise when they leave.
 */
export async function countOwnShare(
  db: Queryable,
  workspaceId: string,
  { evaluationId, queueId, judgementsPerTask, annotatorId }: ShareOf,
): Promise<number> {
  const row = await findRow(db, COUNT_SHARE, [
    workspaceId,
    evaluationId,
    queueId,
    judgementsPerTask,
    annotatorId,
  ]);
  return row?.share ?? 0;
}
