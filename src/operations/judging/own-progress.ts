import type { Queryable } from '../../storage/database.ts';
import type { EvaluationAnnotator } from '../../storage/evaluation-annotators.ts';
import type { Judging } from '../../storage/judges.ts';
import { countFreeTasks, type QueuePlace } from '../../storage/tasks.ts';

const COUNTED = 200;

export interface Standpoint {
  readonly annotator: Pick<EvaluationAnnotator, 'judged' | 'skipped'>;
  readonly cursor: QueuePlace;
  /** How many tasks they hold. */
  readonly open: number;
}

/** How far an annotator is. No totals: what others do is not theirs to know. */
export async function ownProgress(
  db: Queryable,
  { judge, evaluation }: Judging,
  { annotator, cursor, open }: Standpoint,
): Promise<{ judged: number; skipped: number; remaining: number }> {
  const free = await countFreeTasks(db, judge.standing.workspaceId, {
    queueId: evaluation.queueId,
    annotatorId: judge.annotatorId,
    wanted: evaluation.judgementsPerTask,
    after: cursor,
    limit: COUNTED,
  });
  return { judged: annotator.judged, skipped: annotator.skipped, remaining: open + free };
}
