import type { EvaluationOverview } from '../../../contract/evaluations/evaluation-overviews.ts';
import { nextStepOf } from '../../../domain/evaluations/next-step.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { MOST_MISSING, type OverviewCounts } from '../../../storage/evaluations/overview-counts.ts';
import { isBlindFor, mayEdit } from './blindness.ts';

/** An evaluation as lists show it; annotators who judge it blind get only what all may know. */
export function presentOverview(
  evaluation: HumanEvaluation,
  counts: OverviewCounts,
): EvaluationOverview {
  const { closedAt } = evaluation;
  return {
    id: evaluation.id,
    app_id: evaluation.appId,
    name: null,
    description: null,
    evaluation_type: evaluation.type,
    status: evaluation.status,
    owner: { id: evaluation.createdBy, username: evaluation.createdByName },
    testset: { id: evaluation.testsetId, name: evaluation.testsetName },
    variants: [],
    locked: closedAt !== null,
    archived: evaluation.archivedAt !== null,
    created_at: formatTimestamp(evaluation.createdAt),
    updated_at: formatTimestamp(evaluation.updatedAt),
    progress: null,
    headline: null,
    open_flags: null,
    next_step: 'judge',
    ...(isBlindFor(evaluation) ? {} : openFields(evaluation, counts)),
  };
}

/** The fields for callers who need not stay blind. */
function openFields(evaluation: HumanEvaluation, counts: OverviewCounts) {
  const progress = progressOf(evaluation, counts);
  return {
    name: evaluation.name,
    description: evaluation.description,
    variants: evaluation.variants.map(({ id, name }) => ({ id, name })),
    progress,
    headline: headlineOf(evaluation, counts),
    open_flags: mayEdit(evaluation) ? counts.openFlags : null,
    next_step: nextStepOf({
      status: evaluation.status,
      isClosed: evaluation.closedAt !== null,
      hasOutputs: counts.hasFreeTask || counts.judgements > 0,
      judgements: progress.judgements,
      judgementsWanted: progress.judgements_wanted,
      whoMayJudge: evaluation.settings.whoMayJudge,
    }),
  };
}

function progressOf({ scenarioCount, judgementsPerTask }: HumanEvaluation, counts: OverviewCounts) {
  const { tasks } = counts;
  const perScenario = scenarioCount === 0 ? 0 : tasks / scenarioCount;
  return {
    scenarios: scenarioCount,
    scenarios_complete: counts.complete,
    tasks,
    tasks_without_outputs: Math.min(
      MOST_MISSING,
      counts.withoutTasks * perScenario + counts.unreadyTasks,
    ),
    judgements: counts.judgements,
    judgements_wanted: tasks * judgementsPerTask,
  };
}

function headlineOf({ variants }: HumanEvaluation, counts: OverviewCounts) {
  if (counts.sentence === null) return null;
  return {
    sentence: variants.reduce(
      (sentence, { id, name }) => sentence.replaceAll(id, () => name),
      counts.sentence,
    ),
    settled: counts.isSettled,
    current: counts.headlineChanges === counts.judgementChanges,
  };
}
