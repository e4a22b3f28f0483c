import type { ScenarioUpdate } from '../../../contract/evaluations/scenarios.ts';
import { Problem } from '../../../contract/problems.ts';
import { statusAfterWriting } from '../../../domain/evaluations/evaluation-status.ts';
import { notFound } from '../../../storage/callers.ts';
import type { Transaction } from '../../../storage/database.ts';
import {
  countForAnnotator,
  holdAnnotator,
} from '../../../storage/evaluations/evaluation-annotators.ts';
import {
  type EvaluationState,
  updateStatus,
} from '../../../storage/evaluations/human-evaluation-changes.ts';
import { getHumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import {
  changeTexts,
  replaceOutputs,
  updateDetails,
} from '../../../storage/evaluations/scenario-changes.ts';
import { insertWholeTask, noteReturn } from '../../../storage/evaluations/tasks.ts';
import {
  expireLeasesOfScenario,
  holdAssignment,
  updateAssignment,
} from '../../../storage/judging/assignment-changes.ts';
import type { Context } from '../../context.ts';
import { holdEvaluation, refuseClosed } from '../../evaluations/parts/hold-evaluation.ts';
import { type LoadedScenario, loadScenario } from '../../evaluations/parts/load-scenario.ts';
import { returnTasks } from '../../evaluations/parts/return-expired.ts';
import { judgingOf } from '../../evaluations/parts/scenario-tasks.ts';
import { writeTasks } from '../../evaluations/parts/write-tasks.ts';
import { type PlannedJudgement, planJudgements } from './plan-judgements.ts';
import { planTexts, type TextsPlan } from './plan-texts.ts';
import { recordJudgement } from './record-judgement.ts';

/**
 * Carries out an update, texts before judgements: outputs and the first vote may come together.
 * Once the evaluation and the annotator are locked, everything is read again: another request of
 * the same caller, or a change of the rules, may have come in between.
 */
export async function changeScenario(
  context: Context,
  tx: Transaction,
  { loaded: before, sent }: { loaded: LoadedScenario; sent: ScenarioUpdate },
): Promise<void> {
  const firstPlan = plan(context, before, sent);
  if (isEmpty(firstPlan)) return;
  const { judge, evaluation } = judgingOf(before.evaluation);
  const { workspaceId } = judge.standing;
  const kind = firstPlan.judgements.some(({ counts }) => !counts) ? 'withdrawing' : 'adding';
  const state = await holdEvaluation(tx, workspaceId, { evaluation, kind });
  const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
  if (firstPlan.judgements.length > 0) {
    await holdAnnotator(tx, workspaceId, { ...own, kind: judge.kind, now: context.now });
  }
  const loaded = await loadAgain(context, tx, before);
  const { texts, judgements } = plan(context, loaded, sent);
  if (isEmpty({ texts, judgements })) return;
  refuseClosed(state);
  const scenarioIds = [loaded.scenario.id];
  await writeTasks(tx, workspaceId, { evaluationId: evaluation.id, scenarioIds });
  const newState = await writeTexts(context, tx, { loaded, texts, state });
  for (const judgement of judgements) {
    await writeJudgement(context, tx, { loaded, judgement, state: newState });
  }
}

interface Plan {
  readonly texts: TextsPlan;
  readonly judgements: readonly PlannedJudgement[];
}

function plan(context: Context, loaded: LoadedScenario, sent: ScenarioUpdate): Plan {
  return {
    texts: planTexts(context, loaded, sent),
    judgements: planJudgements(context, loaded, sent),
  };
}

function isEmpty({ texts, judgements }: Plan): boolean {
  return judgements.length === 0 && Object.values(texts).every((change) => change === undefined);
}

/** The type of the evaluation may have changed meanwhile: then the update fits no scenario. */
async function loadAgain(
  context: Context,
  tx: Transaction,
  { evaluation, scenario }: LoadedScenario,
): Promise<LoadedScenario> {
  const reference = { id: scenario.id, field: undefined };
  const key = { id: evaluation.id, field: undefined };
  const current = await getHumanEvaluation(tx, context.caller, key);
  if (current.type !== evaluation.type) throw notFound('scenario', reference);
  return loadScenario(context, tx, { evaluation: current, reference });
}

async function writeTexts(
  context: Context,
  tx: Transaction,
  { loaded, texts, state }: { loaded: LoadedScenario; texts: TextsPlan; state: EvaluationState },
): Promise<EvaluationState> {
  const { evaluation, scenario } = loaded;
  const { workspaceId, userId } = evaluation.standing;
  const { inputs, outputs, details } = texts;
  const scenarioId = scenario.id;
  if (details !== undefined) await updateDetails(tx, workspaceId, { scenarioId, ...details });
  if (inputs === undefined && outputs === undefined) return state;
  const place = { evaluationId: evaluation.id, scenarioId };
  const isChanged = await changeTexts(tx, workspaceId, { scenarioId, inputs });
  if (!isChanged) throw alreadyJudged();
  const taskIds = await expireLeasesOfScenario(tx, workspaceId, place);
  await returnTasks(tx, workspaceId, { evaluationId: evaluation.id, taskIds });
  if (outputs === undefined) return state;
  const written = { scenarioId, outputs, writtenBy: userId, now: context.now };
  await replaceOutputs(tx, workspaceId, written);
  await noteReturn(tx, workspaceId, evaluation.id);
  const status = outputs.length === 0 ? undefined : statusAfterWriting(state.status);
  if (status === undefined) return state;
  const change = { id: evaluation.id, status, setBy: 'server', now: context.now } as const;
  await updateStatus(tx, workspaceId, change);
  return { ...state, status, statusSetBy: 'server' };
}

async function writeJudgement(
  context: Context,
  tx: Transaction,
  {
    loaded,
    judgement,
    state,
  }: { loaded: LoadedScenario; judgement: PlannedJudgement; state: EvaluationState },
): Promise<void> {
  const judging = judgingOf(loaded.evaluation);
  const { judge, evaluation } = judging;
  const { workspaceId } = judge.standing;
  const { taskId, isWhole, previous, counts } = judgement;
  const scenarioId = loaded.scenario.id;
  if (isWhole) await insertWholeTask(tx, workspaceId, { queueId: evaluation.queueId, scenarioId });
  const assignment = await holdAssignment(tx, workspaceId, {
    taskId,
    annotatorId: judge.annotatorId,
  });
  const have = Number(counts) - Number(previous?.counts ?? false);
  if (assignment !== undefined && have !== 0) {
    await updateAssignment(tx, workspaceId, {
      id: assignment.id,
      status: counts ? 'judged' : 'expired',
      skipReason: null,
      leaseMs: 0,
    });
    if (assignment.status === 'skipped') {
      const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
      await countForAnnotator(tx, workspaceId, { ...own, skipped: -1 });
    }
  }
  const isLeaseUsed = have > 0 && assignment?.status === 'open';
  await recordJudgement(context, tx, {
    ...judging,
    state,
    task: { id: taskId, scenarioId, isWhole },
    previous,
    content: judgement.content,
    counts,
    namedBy: judgement.namedBy,
    side: null,
    places: isLeaseUsed ? 0 : have,
  });
  if (have < 0) await noteReturn(tx, workspaceId, evaluation.id);
}

function alreadyJudged(): Problem {
  return new Problem(
    'already_judged',
    'This scenario has judgements, so its inputs and outputs cannot change.',
  );
}
