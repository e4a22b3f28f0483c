import type { RandomWords } from '../../../domain/evaluations/shuffle.ts';
import { chooseSide, type PairCounts } from '../../../domain/judging/sides.ts';
import type { Transaction } from '../../../storage/database.ts';
import {
  countForAnnotator,
  type QueueVisitor,
  updateHandOut,
} from '../../../storage/evaluations/evaluation-annotators.ts';
import { findReturns, reclaimTask } from '../../../storage/evaluations/tasks.ts';
import {
  listFreeSkipped,
  type NewAssignment,
  reopenAssignment,
  upsertAssignment,
} from '../../../storage/judging/assignment-changes.ts';
import type { Judging } from '../../../storage/judging/judges.ts';
import type { ClaimedTask } from '../../../storage/judging/task-claims.ts';
import type { Context } from '../../context.ts';
import { secretWords } from '../../secret-words.ts';
import { claimNext, frontOf, resumeWalk } from './claim-next.ts';

export interface HandedOut {
  /** The rank after which something may still be free for the annotator. */
  readonly front: number;
  readonly taken: number;
  /** Skipped tasks that were handed out again. */
  readonly broughtBack: number;
  /** Sent but not awaited: the next read comes after it on the same connection. */
  readonly written: Promise<unknown>;
}

export interface HandOutRequest {
  readonly judging: Judging;
  readonly annotator: QueueVisitor;
  readonly count: number;
}

/**
 * Hands the annotator scenarios until they have at least `count` more tasks. They get all tasks of
 * a scenario together, so that an annotator who judges one output of a scenario judges the others
 * too.
 */
export async function handOut(
  context: Context,
  tx: Transaction,
  { judging, annotator, count }: HandOutRequest,
): Promise<HandedOut> {
  const { judge, evaluation } = judging;
  const { workspaceId } = judge.standing;
  const { queueId } = evaluation;
  const seeker = { workspaceId, queueId, annotatorId: judge.annotatorId };
  // Leases that just ran out were returned after the annotator's visit was recorded.
  const returns = annotator.hasExpiredLeases
    ? await findReturns(tx, workspaceId, queueId)
    : annotator.returns;
  let cursor = resumeWalk(annotator.cursor, { queueId, returns });
  let history: History = { handed: annotator.handed, counts: JSON.parse(annotator.sides) };
  let unwritten: readonly Promise<void>[] = [];
  let taken = 0;
  while (taken < count) {
    // Sent after the assignments of the last scenario, which would otherwise be found again.
    const claiming = claimNext(tx, seeker, cursor);
    await Promise.all([claiming, ...unwritten]);
    const next = await claiming;
    ({ cursor } = next);
    const placed = placeTasks(context, { judging, history, tasks: next.tasks });
    ({ history } = placed);
    unwritten = placed.assignments.map((each) => upsertAssignment(tx, workspaceId, each));
    taken += next.tasks.length;
    if (next.tasks.length === 0) break;
  }
  const written = Promise.all([
    ...unwritten,
    updateHandOut(tx, workspaceId, {
      evaluationId: evaluation.id,
      annotatorId: judge.annotatorId,
      handed: history.handed,
      sides: JSON.stringify(history.counts),
      cursor,
    }),
  ]);
  const handedOut = { front: frontOf(cursor), taken, broughtBack: 0, written };
  if (taken >= count || annotator.skipped === 0) return handedOut;
  await written;
  const rest = { judging, annotator, count: count - taken };
  return { ...handedOut, broughtBack: await bringBackSkipped(context, tx, rest) };
}

/** How many tasks the annotator ever got, and of which pairs. */
interface History {
  readonly handed: number;
  readonly counts: PairCounts;
}

/**
 * The tasks of a scenario as assignments, in an order particular to the annotator and with a side
 * for each. A task that the annotator had before has its side already and must not count again, or
 * the next sides would not balance it.
 */
function placeTasks(
  context: Context,
  {
    judging,
    history,
    tasks,
  }: { judging: Judging; history: History; tasks: readonly ClaimedTask[] },
): { assignments: readonly NewAssignment[]; history: History } {
  const { judge, evaluation } = judging;
  const words = secretWords(context, `hand-out ${evaluation.id} ${judge.annotatorId}`);
  let { handed, counts } = history;
  const assignments = inOwnOrder(words, tasks).map((task): NewAssignment => {
    const { firstVariant: first, secondVariant: second } = task;
    const choice =
      first === null || second === null
        ? { side: 0, counts }
        : chooseSide(counts, { first, second, words });
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
  return { assignments, history: { handed, counts } };
}

/** Sorted by a number drawn for each task: neither id nor rank may decide what comes first. */
function inOwnOrder(words: RandomWords, tasks: readonly ClaimedTask[]): readonly ClaimedTask[] {
  return tasks
    .map((task) => ({ task, draw: words(`order ${task.id}`, 1)[0] ?? 0 }))
    .sort((left, right) => left.draw - right.draw)
    .map(({ task }) => task);
}

/** Hands the annotator skipped tasks again once nothing else is left; returns how many. */
async function bringBackSkipped(
  context: Context,
  tx: Transaction,
  { judging, count }: HandOutRequest,
): Promise<number> {
  const { judge, evaluation } = judging;
  const { workspaceId } = judge.standing;
  const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
  const skipped = await listFreeSkipped(tx, workspaceId, { ...own, limit: count });
  let broughtBack = 0;
  for (const { id, taskId } of skipped) {
    if (!(await reclaimTask(tx, workspaceId, taskId))) continue;
    await reopenAssignment(tx, workspaceId, { id, leaseMs: context.leaseMs });
    broughtBack += 1;
  }
  await countForAnnotator(tx, workspaceId, { ...own, skipped: -broughtBack });
  return broughtBack;
}
