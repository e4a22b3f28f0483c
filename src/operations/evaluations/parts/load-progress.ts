import type { Progress } from '../../../contract/results/evaluation-results.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { Queryable } from '../../../storage/database.ts';
import {
  type AnnotatorActivity,
  countProgress,
  listActivity,
} from '../../../storage/evaluations/evaluation-progress.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { mayEdit } from './blindness.ts';

/** The progress of an evaluation; activity by annotator only for callers who may edit it. */
export async function loadProgress(db: Queryable, evaluation: HumanEvaluation): Promise<Progress> {
  const { workspaceId } = evaluation.standing;
  const [counts, activity] = await Promise.all([
    countProgress(db, workspaceId, evaluation),
    mayEdit(evaluation) ? listActivity(db, workspaceId, evaluation.id) : null,
  ]);
  return {
    // Only counts of one statement: the evaluation may have been extended since it was read.
    scenarios: counts.scenarios,
    scenarios_judged: counts.scenarios - counts.incompleteScenarios,
    tasks: counts.tasks,
    tasks_ready: counts.tasksReady,
    judgements_wanted: counts.tasks * counts.judgementsPerTask,
    judgements_have: counts.judgementsHave,
    judgements: counts.judgements,
    judgements_with_names: counts.judgementsWithNames,
    annotators: activity?.map(presentActivity) ?? null,
  };
}

function presentActivity(activity: AnnotatorActivity) {
  return {
    id: activity.id,
    name: activity.name,
    kind: activity.kind,
    judged: activity.judged,
    skipped: activity.skipped,
    flagged: activity.flagged,
    time_taken_ms: activity.timeTakenMs,
    last_active_at: formatTimestamp(activity.lastActiveAt),
  };
}
