import { createHmac } from 'node:crypto';
import { chooseSide, type PairCounts } from '../../domain/evaluations/sides.ts';
import {
  listFreeSkipped,
  type NewAssignment,
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
  const { cursor } = annotator;
  const returns = await findReturns(tx, workspaceId, evaluation.queueId);
  const isCursorValid = cursor.queueId === evaluation.queueId && cursor.returns === returns;
  const { place, taken, given, unwritten } = await takeNext(context, tx, {
    judging,
    after: isCursorValid ? cursor.place : QUEUE_START,
    given: { handed: annotator.handed, counts: JSON.parse(annotator.sides) },
    count,
  });
  await Promise.all([
    ...unwritten.map((assignment) => upsertAssignment(tx, workspaceId, assignment)),
    updateHandOut(tx, workspaceId, {
      evaluationId: evaluation.id,
      annotatorId: judge.annotatorId,
      handed: given.handed,
      sides: JSON.stringify(given.counts),
      cursor: { place, queueId: evaluation.queueId, returns },
    }),
  ]);
  if (taken === count || annotator.skipped === 0) return { place, taken, broughtBack: 0 };
  const rest = { judging, annotator, count: count - taken };
  return { place, taken, broughtBack: await bringBackSkipped(context, tx, rest) };
}

/** How many tasks the annotator ever got, and of which pairs. */
interface Given {
  readonly handed: number;
  readonly counts: PairCounts;
}

interface NextTasks {
  readonly place: QueuePlace;
  readonly taken: number;
  readonly given: Given;
  readonly unwritten: readonly NewAssignment[];
}

/** From where the annotator stands, and once around before it is said that nothing is left. */
async function takeNext(
  context: Context,
  tx: Transaction,
  {
    judging,
    after,
    given,
    count,
  }: { judging: Judging; after: QueuePlace; given: Given; count: number },
): Promise<NextTasks> {
  if (after.load >= QUEUE_END.load) return { place: QUEUE_END, taken: 0, given, unwritten: [] };
  const { judge, evaluation } = judging;
  const { workspaceId } = judge.standing;
  const wish = {
    queueId: evaluation.queueId,
    annotatorId: judge.annotatorId,
    wanted: evaluation.judgementsPerTask,
  };
  const next = await claimTasks(tx, workspaceId, {
    ...wish,
    after,
    limit: count,
    busyTasks: 'passed over',
  });
  const first = placeTasks(context, { judging, given, tasks: next });
  const place = next.at(-1)?.place;
  if (next.length === count && place !== undefined) {
    return { place, taken: count, given: first.given, unwritten: first.assignments };
  }
  // Written before going round, or the same tasks would be found once more.
  await Promise.all(first.assignments.map((each) => upsertAssignment(tx, workspaceId, each)));
  const rest = await claimTasks(tx, workspaceId, {
    ...wish,
    after: QUEUE_START,
    limit: count - next.length,
    busyTasks: 'waited for',
  });
  const second = placeTasks(context, { judging, given: first.given, tasks: rest });
  const taken = next.length + rest.length;
  return {
    place: taken < count ? QUEUE_END : (rest.at(-1)?.place ?? QUEUE_END),
    taken,
    given: second.given,
    unwritten: second.assignments,
  };
}

/**
 * The tasks as assignments, with a side for each. What the annotator had before has its side already
 * and must not count again, or the next sides would not balance it.
 */
function placeTasks(
  context: Context,
  { judging, given, tasks }: { judging: Judging; given: Given; tasks: readonly ClaimedTask[] },
): { assignments: readonly NewAssignment[]; given: Given } {
  const { judge, evaluation } = judging;
  const coin = (pair: string, block: number) =>
    createHmac('sha256', context.slotSecret)
      .update(`side ${evaluation.id} ${judge.annotatorId} ${pair} ${block}`)
      .digest()
      .readUInt8(0) & 1;
  let { handed, counts } = given;
  const assignments = tasks.map((task): NewAssignment => {
    const { firstVariant: first, secondVariant: second } = task;
    const choice =
      first === null || second === null
        ? { side: 0, counts }
        : chooseSide(counts, { first, second, coin });
    const number = handed + 1;
    if (!task.wasHanded) ({ handed, counts } = { handed: number, counts: choice.counts });
    return {
      id: context.newId(),
      evaluationId: evaluation.id,
      taskId: task.id,
      scenarioId: task.scenarioId,
      annotatorId: judge.annotatorId,
      number,
      side: choice.side,
      leaseMs: context.leaseMs,
      now: context.now,
    };
  });
  return { assignments, given: { handed, counts } };
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
