import { createHmac } from 'node:crypto';
import { chooseSide, type PairCounts } from '../../domain/evaluations/sides.ts';
import {
  listFreeSkipped,
  type NewAssignment,
  updateAssignment,
  upsertAssignment,
} from '../../storage/assignment-changes.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  countForAnnotator,
  type EvaluationAnnotator,
  updateHandOut,
} from '../../storage/evaluation-annotators.ts';
import type { Judging } from '../../storage/judges.ts';
import {
  type Claim,
  type ClaimedTask,
  claimTasks,
  findReturns,
  QUEUE_END,
  QUEUE_START,
  type QueuePlace,
  reclaimTask,
} from '../../storage/tasks.ts';
import type { Context } from '../context.ts';

export interface HandOutRequest {
  readonly judging: Judging;
  readonly annotator: EvaluationAnnotator;
  readonly count: number;
}

/**
 * Hands the annotator up to `count` tasks, the least judged first. Returns where in the queue they
 * stand then: everything before is theirs already or taken, until something comes back.
 */
export async function handOut(
  context: Context,
  tx: Transaction,
  { judging, annotator, count }: HandOutRequest,
): Promise<QueuePlace> {
  const { judge, evaluation } = judging;
  const { workspaceId } = judge.standing;
  const returns = await findReturns(tx, workspaceId, evaluation.queueId);
  const isCursorValid =
    annotator.cursor.queueId === evaluation.queueId && annotator.cursor.returns === returns;
  const after = isCursorValid ? annotator.cursor.place : QUEUE_START;
  const { tasks, place } = await claim(tx, workspaceId, {
    queueId: evaluation.queueId,
    annotatorId: judge.annotatorId,
    wanted: evaluation.judgementsPerTask,
    after,
    limit: count,
  });
  const { assignments, counts } = placeTasks(context, { judging, annotator, tasks });
  await Promise.all([
    ...assignments.map((assignment) => upsertAssignment(tx, workspaceId, assignment)),
    updateHandOut(tx, workspaceId, {
      evaluationId: evaluation.id,
      annotatorId: judge.annotatorId,
      handed: annotator.handed + tasks.length,
      sides: JSON.stringify(counts),
      cursor: { place, queueId: evaluation.queueId, returns },
    }),
  ]);
  if (tasks.length < count && annotator.skipped > 0) {
    await bringBackSkipped(context, tx, { judging, annotator, count: count - tasks.length });
  }
  return place;
}

/** From where the annotator stands, and once around before it is said that nothing is left. */
async function claim(
  tx: Transaction,
  workspaceId: string,
  wish: Omit<Claim, 'busyTasks'>,
): Promise<{ tasks: readonly ClaimedTask[]; place: QueuePlace }> {
  if (wish.after.load >= QUEUE_END.load) return { tasks: [], place: QUEUE_END };
  const next = await claimTasks(tx, workspaceId, { ...wish, busyTasks: 'passed over' });
  const place = next.at(-1)?.place;
  if (next.length === wish.limit && place !== undefined) return { tasks: next, place };
  const rest = await claimTasks(tx, workspaceId, {
    ...wish,
    after: QUEUE_START,
    limit: wish.limit - next.length,
    busyTasks: 'waited for',
  });
  const isAll = next.length + rest.length < wish.limit;
  return {
    tasks: [...next, ...rest],
    place: isAll ? QUEUE_END : (rest.at(-1)?.place ?? QUEUE_END),
  };
}

/** The tasks as assignments, with a side for each, and the annotator's counts of pairs then. */
function placeTasks(
  context: Context,
  { judging, annotator, tasks }: Omit<HandOutRequest, 'count'> & { tasks: readonly ClaimedTask[] },
): { assignments: readonly NewAssignment[]; counts: PairCounts } {
  const { judge, evaluation } = judging;
  const coin = (pair: string, block: number) =>
    createHmac('sha256', context.slotSecret)
      .update(`side ${evaluation.id} ${judge.annotatorId} ${pair} ${block}`)
      .digest()
      .readUInt8(0) & 1;
  let counts: PairCounts = JSON.parse(annotator.sides);
  const assignments = tasks.map((task, index): NewAssignment => {
    const { firstVariant: first, secondVariant: second } = task;
    let side = 0;
    if (first !== null && second !== null) {
      ({ side, counts } = chooseSide(counts, { first, second, coin }));
    }
    return {
      id: context.newId(),
      evaluationId: evaluation.id,
      taskId: task.id,
      scenarioId: task.scenarioId,
      annotatorId: judge.annotatorId,
      number: annotator.handed + index + 1,
      side,
      leaseMs: context.leaseMs,
      now: context.now,
    };
  });
  return { assignments, counts };
}

/** What the annotator skipped comes back to them when nothing else is left. */
async function bringBackSkipped(
  context: Context,
  tx: Transaction,
  { judging, count }: HandOutRequest,
): Promise<void> {
  const { judge, evaluation } = judging;
  const { workspaceId } = judge.standing;
  const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
  const wanted = evaluation.judgementsPerTask;
  const skipped = await listFreeSkipped(tx, workspaceId, { ...own, wanted, limit: count });
  for (const { id, taskId } of skipped) {
    if (!(await reclaimTask(tx, workspaceId, { taskId, wanted }))) continue;
    await updateAssignment(tx, workspaceId, {
      id,
      status: 'open',
      skipReason: null,
      leaseMs: context.leaseMs,
    });
    await countForAnnotator(tx, workspaceId, { ...own, skipped: -1 });
  }
}
