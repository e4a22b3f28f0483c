import type { Queryable } from '../../../storage/database.ts';
import type { Judging } from '../../../storage/judging/judges.ts';
import { countFreeTasks, QUEUE_END } from '../../../storage/judging/task-claims.ts';

/** How many tasks after a rank the annotator could still get, up to the limit of the count. */
export function countFree(
  db: Queryable,
  { judge, evaluation }: Judging,
  after: number,
): Promise<number> {
  return countFreeTasks(db, judge.standing.workspaceId, {
    queueId: evaluation.queueId,
    annotatorId: judge.annotatorId,
    after,
    to: QUEUE_END,
  });
}
