import type { Queryable } from '../../../storage/database.ts';
import type { Judging } from '../../../storage/judging/judges.ts';
import { countFreeTasks, QUEUE_END } from '../../../storage/judging/task-claims.ts';

/** How many tasks behind a rank an annotator could still be handed, as far as it is counted. */
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
