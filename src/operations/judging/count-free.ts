import type { Queryable } from '../../storage/database.ts';
import type { Judging } from '../../storage/judges.ts';
import { countFreeTasks, type QueuePlace } from '../../storage/tasks.ts';

const COUNTED = 200;

/** How many tasks an annotator could still be handed, as far as it is counted. */
export function countFree(
  db: Queryable,
  { judge, evaluation }: Judging,
  after: QueuePlace,
): Promise<number> {
  return countFreeTasks(db, judge.standing.workspaceId, {
    queueId: evaluation.queueId,
    annotatorId: judge.annotatorId,
    wanted: evaluation.judgementsPerTask,
    after,
    limit: COUNTED,
  });
}
