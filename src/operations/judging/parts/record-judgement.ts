import type { EvaluationStatus } from '../../../contract/evaluations/human-evaluations.ts';
import {
  finishesByItself,
  statusAfterWriting,
} from '../../../domain/evaluations/evaluation-status.ts';
import type { JudgementContent } from '../../../domain/judging/judgement-content.ts';
import type { Transaction } from '../../../storage/database.ts';
import { countForAnnotator } from '../../../storage/evaluations/evaluation-annotators.ts';
import {
  countIncomplete,
  type EvaluationState,
  updateStatus,
} from '../../../storage/evaluations/human-evaluation-changes.ts';
import { countInScenario } from '../../../storage/evaluations/scenario-changes.ts';
import { countInTask } from '../../../storage/evaluations/tasks.ts';
import { upsertJudgement } from '../../../storage/judging/judgement-changes.ts';
import type { OwnJudgement } from '../../../storage/judging/judgements.ts';
import type { Judging } from '../../../storage/judging/judges.ts';
import type { Context } from '../../context.ts';
import { knowsVariants } from '../../evaluations/parts/blindness.ts';
import { knowsAsMember } from './knows-as-member.ts';

/** A judgement to record, while its evaluation, annotator and assignment are locked. */
export interface JudgementRecord extends Judging {
  readonly state: EvaluationState;
  readonly task: {
    readonly id: string;
    readonly scenarioId: string;
    /** The scenario as a whole, beside the tasks that are handed out. */
    readonly isWhole: boolean;
  };
  readonly previous: OwnJudgement | undefined;
  readonly content: JudgementContent;
  readonly counts: boolean;
  readonly namedBy: OwnJudgement['namedBy'];
  readonly side: number | null;
  /** How many places of the task it takes or frees, besides the place of a lease. */
  readonly places: number;
}

/** Whether recording the judgement would change nothing. */
export function isUnchanged({
  previous,
  content,
  counts,
  namedBy,
}: Pick<JudgementRecord, 'previous' | 'content' | 'counts' | 'namedBy'>): boolean {
  if (previous === undefined) return !counts && content.note === '';
  return (
    previous.counts === counts &&
    isNamedAlike(content.outcome, [previous.namedBy, namedBy]) &&
    JSON.stringify(contentOf(previous)) === JSON.stringify(contentOf(content))
  );
}

/**
 * A winner that is named in another way makes another judgement, even if it is the same winner:
 * "unchanged" would reveal which variant is behind a slot.
 */
export function isNamedAlike(
  outcome: JudgementContent['outcome'],
  [before, now]: readonly [OwnJudgement['namedBy'], OwnJudgement['namedBy']],
): boolean {
  return outcome !== 'slot' || before === now;
}

/** Makes it the version that counts, and updates the counts of judgements and the status. */
export async function recordJudgement(
  context: Context,
  tx: Transaction,
  record: JudgementRecord,
): Promise<OwnJudgement> {
  const { judge, evaluation, task, previous } = record;
  const judgement: OwnJudgement = {
    ...record.content,
    id: previous?.id ?? context.newId(),
    // The annotator is locked, so no other version is made meanwhile.
    version: (previous?.version ?? 0) + 1,
    counts: record.counts,
    namedBy: record.namedBy,
    guidelinesVersion: evaluation.guidelinesVersion,
    judgedAt: context.now,
  };
  const sawNames = await seesNames(context, tx, record);
  await Promise.all([
    upsertJudgement(tx, judge.standing.workspaceId, {
      ...judgement,
      evaluationId: evaluation.id,
      scenarioId: task.scenarioId,
      taskId: task.id,
      annotatorId: judge.annotatorId,
      side: record.side,
      sawNames,
    }),
    count(context, tx, record),
  ]);
  return judgement;
}

/** A member may judge as a guest, in the browser in which they read results. */
async function seesNames(
  context: Context,
  tx: Transaction,
  { judge, evaluation }: Judging,
): Promise<boolean> {
  const { standing, kind } = judge;
  if (kind === 'member') return knowsVariants({ ...evaluation, standing });
  const { workspaceId } = standing;
  const sessions = context.heldSessions().filter((hash) => hash !== context.caller.tokenHash);
  return knowsAsMember(context, tx, { workspaceId, evaluationId: evaluation.id, sessions });
}

async function count(context: Context, tx: Transaction, record: JudgementRecord): Promise<void> {
  const { judge, evaluation, state, task, previous, content } = record;
  const { workspaceId } = judge.standing;
  const have = Number(record.counts) - Number(previous?.counts ?? false);
  const timeBefore = previous?.counts === true ? (previous.timeTakenMs ?? 0) : 0;
  const timeNow = record.counts ? (content.timeTakenMs ?? 0) : 0;
  const [, total] = await Promise.all([
    countForAnnotator(tx, workspaceId, {
      evaluationId: evaluation.id,
      annotatorId: judge.annotatorId,
      judged: have,
      judgementChanges: 1,
      timeTakenMs: timeNow - timeBefore,
    }),
    countInTask(tx, workspaceId, { taskId: task.id, places: record.places, have }),
  ]);
  if (have === 0) return;
  const { isComplete, wasComplete } = await countInScenario(tx, workspaceId, {
    scenarioId: task.scenarioId,
    judgements: have,
    openTasks: task.isWhole ? 0 : -crossing(total, have, state.judgementsPerTask),
    wholeVotes: task.isWhole ? have : 0,
    wanted: state.judgementsPerTask,
  });
  if (isComplete !== wasComplete) {
    await countForAnnotator(tx, workspaceId, {
      evaluationId: evaluation.id,
      annotatorId: judge.annotatorId,
      completed: isComplete ? 1 : -1,
    });
  }
  await moveStatus(context, tx, { record, have, isComplete });
}

/** 1 if the change completes the judgements of a task, −1 if it makes them incomplete again. */
function crossing(total: number, change: number, wanted: number): number {
  return Number(total >= wanted) - Number(total - change >= wanted);
}

async function moveStatus(
  context: Context,
  tx: Transaction,
  change: { record: JudgementRecord; have: number; isComplete: boolean },
): Promise<void> {
  const { state, evaluation, judge } = change.record;
  const { workspaceId } = judge.standing;
  const isAllJudged = async () =>
    change.isComplete &&
    (await countIncomplete(tx, workspaceId, { id: evaluation.id, limit: 1 })) === 0;
  const status =
    change.have > 0
      ? await statusAfterAdding(state, isAllJudged)
      : statusAfterWithdrawing(state, change.isComplete);
  if (status === state.status) return;
  await updateStatus(tx, workspaceId, {
    id: evaluation.id,
    status,
    setBy: 'server',
    now: context.now,
  });
}

async function statusAfterAdding(
  state: EvaluationState,
  isAllJudged: () => Promise<boolean>,
): Promise<EvaluationStatus> {
  const status = statusAfterWriting(state.status) ?? state.status;
  return finishesByItself(status) && (await isAllJudged()) ? 'EVALUATION_FINISHED' : status;
}

function statusAfterWithdrawing(state: EvaluationState, isComplete: boolean): EvaluationStatus {
  const isReopened =
    state.status === 'EVALUATION_FINISHED' && state.statusSetBy === 'server' && !isComplete;
  return isReopened ? 'EVALUATION_STARTED' : state.status;
}

function contentOf(content: JudgementContent): readonly unknown[] {
  const { outcome, winner, score, answers, note, timeTakenMs } = content;
  return [outcome, winner, score, answers, note, timeTakenMs];
}
