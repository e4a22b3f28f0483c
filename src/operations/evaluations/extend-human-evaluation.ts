import type { EvaluationExtension } from '../../contract/evaluations/evaluation-extension.ts';
import { Problem } from '../../contract/problems.ts';
import { ValidationFailure } from '../../contract/validation.ts';
import {
  type Extent,
  extensionChanges,
  extensionFaults,
} from '../../domain/evaluations/extension.ts';
import { tasksPerScenario } from '../../domain/evaluations/pair-design.ts';
import { referenceInPath } from '../../domain/ids.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  adoptScenarios,
  countJudgements,
  keepPlan,
  updateJudgementsPerTask,
} from '../../storage/evaluations/evaluation-extensions.ts';
import type { HumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { Context, Operation } from '../context.ts';
import { answerWithSettings } from './parts/answer-with-settings.ts';
import { changeJudgementsPerTask } from './parts/change-judgements-per-task.ts';
import { designOf } from './parts/design-of.ts';
import {
  getEditableEvaluation,
  lockForEditing,
  refuseArchived,
} from './parts/edit-human-evaluation.ts';
import { recordSettingChanges } from './parts/record-setting-changes.ts';
import { removeUnpublishedEvaluation } from './parts/remove-unpublished-evaluation.ts';
import { resumeJudging } from './parts/resume-judging.ts';
import { type StagedExtension, stageExtension } from './parts/stage-extension.ts';

/**
 * Adds scenarios, judgements per task, or both. Scenarios are first written where no request shows
 * them, then added together with the rest; a failure leaves nothing behind.
 */
export const extendHumanEvaluation: Operation<'extendHumanEvaluation'> = async (
  context,
  { parameters, body },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const before = await getEditableEvaluation(context, context.db, reference);
  refuseUnextendable(before, body);
  const staged = await stageExtension(context, before, body);
  try {
    const reply = await context.transaction(async (tx) => {
      const edited = await lockForEditing(context, tx, reference);
      const { evaluation } = edited;
      refuseUnextendable(evaluation, body);
      if (staged !== undefined) refuseOutdated(before, evaluation);
      await record(context, tx, { evaluation, extent: extentAfter(evaluation, body, staged) });
      await extend(context, tx, { evaluation, sent: body, staged });
      await resumeJudging(tx, { ...edited, now: context.now });
      return answerWithSettings(context, tx, reference);
    });
    context.announce(before.id);
    return reply;
  } catch (error) {
    // If this fails too, the upkeep removes it later; the caller gets the first error.
    if (staged !== undefined) {
      const { workspaceId } = before.standing;
      const unpublished = { workspaceId, evaluationId: staged.stagedUnder };
      await removeUnpublishedEvaluation(context.db, unpublished).catch(() => undefined);
    }
    throw error;
  }
};

function refuseUnextendable(evaluation: HumanEvaluation, sent: EvaluationExtension): void {
  refuseArchived(evaluation);
  if (evaluation.closedAt !== null) {
    throw new Problem('evaluation_closed', 'The evaluation is closed: reopen it to extend it.');
  }
  const faults = extensionFaults(evaluation, sent);
  if (faults.length > 0) throw new ValidationFailure(faults);
}

/** The new rows were chosen before the evaluation was locked. */
function refuseOutdated(before: Extent, current: Extent): void {
  const isSame =
    before.scenarioCount === current.scenarioCount &&
    before.testsetRevision === current.testsetRevision;
  if (isSame) return;
  throw new Problem(
    'revision_conflict',
    'The evaluation was extended while your scenarios were prepared: read its settings and repeat what is still missing.',
  );
}

function extentAfter(
  { judgementsPerTask, scenarioCount, testsetRevision }: Extent,
  sent: EvaluationExtension,
  staged: StagedExtension | undefined,
): Extent {
  return {
    judgementsPerTask: sent.judgements_per_task ?? judgementsPerTask,
    scenarioCount: scenarioCount + (staged?.added ?? 0),
    testsetRevision: staged?.testsetRevision.revision ?? testsetRevision,
  };
}

/** Before the first judgement an extension changes the plan itself, so there is none to keep. */
async function record(
  context: Context,
  tx: Transaction,
  { evaluation, extent }: { evaluation: HumanEvaluation; extent: Extent },
): Promise<void> {
  const { id, standing } = evaluation;
  const judgements = await countJudgements(tx, standing.workspaceId, id);
  const changes = extensionChanges(evaluation, extent);
  await recordSettingChanges(context, tx, { evaluation, changes, judgements });
  context.note({
    change: Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]])),
  });
  if (judgements > 0) await keepPlan(tx, standing.workspaceId, id);
}

interface ExtensionParts {
  readonly evaluation: HumanEvaluation;
  readonly sent: EvaluationExtension;
  readonly staged: StagedExtension | undefined;
}

async function extend(
  { now }: Context,
  tx: Transaction,
  { evaluation, sent, staged }: ExtensionParts,
): Promise<void> {
  const { id, standing, type, variants, settings, queueId, scenarioCount } = evaluation;
  const { workspaceId } = standing;
  if (staged !== undefined) {
    await adoptScenarios(tx, workspaceId, {
      ...staged,
      evaluationId: id,
      queueId,
      scenarioCount,
      tasksPerScenario: tasksPerScenario(designOf(type, variants.length, settings)),
      now,
    });
  }
  const judgementsPerTask = sent.judgements_per_task;
  if (judgementsPerTask === undefined) return;
  await changeJudgementsPerTask(tx, evaluation, judgementsPerTask);
  await updateJudgementsPerTask(tx, workspaceId, { id, judgementsPerTask, now });
}
