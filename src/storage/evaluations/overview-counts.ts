import type { Queryable } from '../database.ts';
import { inList } from '../in-list.ts';
import { isOne, type Row, statement } from '../statement.ts';

const OF_EVALUATION = 'x.workspace_id = $1 AND x.evaluation_id = e.id';

/** Judged tasks have their outputs; for the others an index holds whether they do. */
const IN_QUEUE = 'x.workspace_id = $1 AND x.queue_id = e.queue_id AND x.have = 0';

export const MOST_MISSING = 1000;

const sumOf = (column: string) =>
  `(SELECT COALESCE(SUM(x.${column}), 0) FROM evaluation_annotators x WHERE ${OF_EVALUATION})`;

/**
 * Judgements and complete scenarios are summed from the counts of annotators. Scenarios without
 * tasks have no output yet; scenarios and tasks without outputs are counted up to a thousand. Each
 * subquery is ordered like an index: otherwise PostgreSQL would expect to find its rows anywhere in
 * the table, and read all of it.
 */
const LIST_COUNTS = statement(
  inList(
    { column: 'e.id', parameter: '$2', type: 'uuid' },
    (isListed) => `SELECT e.id, q.task_count AS tasks, ${sumOf('judged')} AS judgements,
       ${sumOf('judgement_changes')} AS judgement_changes,
       e.completed_before + ${sumOf('completed')} AS complete,
       (SELECT COUNT(*) FROM (SELECT 1 FROM scenarios x
          WHERE ${OF_EVALUATION} AND x.has_tasks = 0 ORDER BY x.position LIMIT ${MOST_MISSING}) AS counted) AS without_tasks,
       (SELECT COUNT(*) FROM (SELECT 1 FROM tasks x WHERE ${IN_QUEUE} AND x.is_ready = 0
          AND x.first_variant IS NOT NULL ORDER BY x.first_variant LIMIT ${MOST_MISSING}) AS counted) AS unready_tasks,
       COALESCE((SELECT x.is_ready FROM tasks x WHERE ${IN_QUEUE} AND x.is_ready = 1
          ORDER BY x.first_variant LIMIT 1), 0) AS has_free_task,
       (SELECT COUNT(*) FROM assignments x WHERE ${OF_EVALUATION} AND x.flag IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM issue_decisions d WHERE d.workspace_id = $1
            AND d.evaluation_id = x.evaluation_id AND d.kind = 'flag'
            AND d.subject = CAST(x.id AS text))) AS open_flags,
       h.sentence, COALESCE(h.is_settled, 0) AS is_settled,
       h.judgement_changes AS headline_changes
     FROM human_evaluations e
     JOIN queues q ON q.workspace_id = e.workspace_id AND q.id = e.queue_id
     LEFT JOIN evaluation_headlines h ON h.workspace_id = e.workspace_id
       AND h.evaluation_id = e.id AND h.edits = e.edits
     WHERE e.workspace_id = $1 AND ${isListed}`,
  ),
  {
    id: 'text',
    tasks: 'integer',
    judgements: 'integer',
    judgementChanges: 'integer',
    complete: 'integer',
    withoutTasks: 'integer',
    unreadyTasks: 'integer',
    /** A task has its outputs and no judgement yet. */
    hasFreeTask: isOne,
    openFlags: 'integer',
    /** The last headline, with ids of variants instead of names; null if none is current. */
    sentence: 'text?',
    isSettled: isOne,
    headlineChanges: 'integer?',
  },
  'each time',
);

/** The progress of an evaluation, from indexes alone. */
export type OverviewCounts = Row<typeof LIST_COUNTS>;

export async function listOverviewCounts(
  db: Queryable,
  workspaceId: string,
  evaluationIds: readonly string[],
): Promise<ReadonlyMap<string, OverviewCounts>> {
  const rows = await db.query(LIST_COUNTS, [workspaceId, JSON.stringify(evaluationIds)]);
  return new Map(rows.map((row) => [row.id, row]));
}
