import type { Queryable } from '../database.ts';
import { inList } from '../in-list.ts';
import { statement } from '../statement.ts';
import { isOfAnnotator } from './annotator-of-task.ts';

/** Few, because tasks are scattered over the table, and each is a look-up. */
const MOST_COUNTED = 25;

/** Tasks that the annotator $3 holds, and those of the next 25 that they could be handed. */
const LIST_REMAINING = statement(
  inList(
    { column: 'e.id', parameter: '$2', type: 'uuid' },
    (isListed) => `SELECT e.id,
       (SELECT COUNT(*) FROM assignments x WHERE x.workspace_id = $1
          AND x.evaluation_id = e.id AND x.annotator_id = $3 AND x.status = 'open') AS held,
       (SELECT COUNT(*) FROM (
          SELECT t.id FROM tasks t
          WHERE t.workspace_id = $1 AND t.queue_id = e.queue_id
            AND t.is_ready = 1 AND t.places_left > 0
          ORDER BY t.rank LIMIT ${MOST_COUNTED}) AS next
        WHERE COALESCE((SELECT own.status FROM assignments own
          WHERE own.workspace_id = $1 AND own.task_id = next.id
            AND ${isOfAnnotator('own', '$3')}), 'expired') = 'expired') AS free
     FROM human_evaluations e WHERE e.workspace_id = $1 AND ${isListed}`,
  ),
  { id: 'text', held: 'integer', free: 'integer' },
);

/** How many tasks each evaluation has for an annotator, by its id. */
export async function listRemaining(
  db: Queryable,
  workspaceId: string,
  { evaluationIds, annotatorId }: { evaluationIds: readonly string[]; annotatorId: string },
): Promise<ReadonlyMap<string, number>> {
  const ids = JSON.stringify(evaluationIds);
  const rows = await db.query(LIST_REMAINING, [workspaceId, ids, annotatorId]);
  return new Map(rows.map(({ id, held, free }) => [id, held + free]));
}
