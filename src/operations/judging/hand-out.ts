import { createHmac } from 'node:crypto';
import { chooseSide, type PairCounts } from '../../domain/evaluations/sides.ts';
import {
  listFreeSkipped,
  reopenAssignment,
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

export interface HandedOut {
  /** Everything before is the annotator's already or taken, until something comes back. */
  readonly place: QueuePlace;
  readonly taken: number;
  /** What they had skipped. */
  readonly broughtBack: number;
}

export interface HandOutRequest {
  readonly judging: Judging;
  readonly annotator: EvaluationAnnotator;
  readonly count: number;
}

/** Hands the annotator up to `count` tasks, the least judged first. */
export async function handOut(
  context: Context,
  tx: Transaction,
  { judging, annotator, count }: HandOutRequest,
): Promise<HandedOut> {
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
  const { handed, counts } = await assign(context, tx, { judging, annotator, tasks });
  await updateHandOut(tx, workspaceId, {
    evaluationId: evaluation.id,
    annotatorId: judge.annotatorId,
    handed,
    sides: JSON.stringify(counts),
    cursor: { place, queueId: evaluation.queueId, returns },
  });
  const taken = tasks.length;
  if (taken === count || annotator.skipped === 0) return { place, taken, broughtBack: 0 };
  const rest = { judging, annotator, count: count - taken };
  return { place, taken, broughtBack: await bringBackSkipped(context, tx, rest) };
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

/**
 * Writes the assignments; returns how many the annotator ever got, and of which pairs. What they get
 * back has its side already and must not count again, or the next sides would not balance it.
 */
async function assign(
  context: Context,
  tx: Transaction,
  { judging, annotator, tasks }: Omit<HandOutRequest, 'count'> & { tasks: readonly ClaimedTask[] },
): Promise<{ handed: number; counts: PairCounts }> {
  const { judge, evaluation } = judging;
  const coin = (pair: string, block: number) =>
    createHmac('sha256', context.slotSecret)
      .update(`side ${evaluation.id} ${judge.annotatorId} ${pair} ${block}`)
      .digest()
      .readUInt8(0) & 1;
  let counts: PairCounts = JSON.parse(annotator.sides);
  let handed = annotator.handed;
  for (const task of tasks) {
    const { firstVariant: first, secondVariant: second } = task;
    const choice =
      first === null || second === null
        ? { side: 0, counts }
        : chooseSide(counts, { first, second, coin });
    const isNew = await upsertAssignment(tx, judge.standing.workspaceId, {
      id: context.newId(),
      evaluationId: evaluation.id,
      taskId: task.id,
      scenarioId: task.scenarioId,
      annotatorId: judge.annotatorId,
      number: handed + 1,
      side: choice.side,
      leaseMs: context.leaseMs,
      now: context.now,
    });
    if (!isNew) continue;
    handed += 1;
    counts = choice.counts;
  }
  return { handed, counts };
}

/** What the annotator skipped comes back to them when nothing else is left. Returns how much. */
async function bringBackSkipped(
  context: Context,
  tx: Transaction,
  { judging, count }: HandOutRequest,
): Promise<number> {
  const { judge, evaluation } = judging;
  const { workspaceId } = judge.standing;
  const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
  const wanted = evaluation.judgementsPerTask;
  const skipped = await listFreeSkipped(tx, workspaceId, { ...own, wanted, limit: count });
  let broughtBack = 0;
  for (const { id, taskId } of skipped) {
    if (!(await reclaimTask(tx, workspaceId, { taskId, wanted }))) continue;
    await reopenAssignment(tx, workspaceId, { id, leaseMs: context.leaseMs });
    broughtBack += 1;
  }
  await countForAnnotator(tx, workspaceId, { ...own, skipped: -broughtBack });
  return broughtBack;
}
