import { FREELY_TAKEN, tasksThatFit, tasksToHold } from '../../domain/judging/tasks-ahead.ts';
import type { Transaction } from '../../storage/database.ts';
import { type QueueVisitor, visitQueue } from '../../storage/evaluations/evaluation-annotators.ts';
import { expireOwnOutdated, renewLeases } from '../../storage/judging/assignment-changes.ts';
import {
  type AssignmentView,
  listOpenLengths,
  listOpenViews,
  type OwnAssignments,
} from '../../storage/judging/assignments.ts';
import type { Judging } from '../../storage/judging/judges.ts';
import type { Context, Operation } from '../context.ts';
import { refuseClosed } from '../evaluations/parts/hold-evaluation.ts';
import { returnExpired, returnTasks } from '../evaluations/parts/return-expired.ts';
import { frontOf } from './parts/claim-next.ts';
import { countFree } from './parts/count-free.ts';
import { getJudging } from './parts/get-judging.ts';
import { handOut } from './parts/hand-out.ts';
import { presentAssignment } from './parts/present-assignment.ts';

/**
 * Tasks that the caller already holds come first: asking again after a lost answer or a reload
 * costs no task, and keeps the leases.
 */
export const takeAssignments: Operation<'takeAssignments'> = async (
  context,
  { parameters, body },
) => {
  const reply = await context.transaction(async (tx) => {
    const judging = await getJudging(context, tx, parameters.evaluation_id);
    refuseClosed(judging.evaluation);
    const taken = await take(context, tx, { judging, count: body?.count ?? 1 });
    // Pages of annotators who wait for tasks ask again and again.
    if (taken.assignments.length === 0) context.note('nothing');
    return { body: taken };
  });
  return reply;
};

/** Statements that do not need each other's answers are sent together. */
async function take(
  context: Context,
  tx: Transaction,
  { judging, count }: { judging: Judging; count: number },
) {
  const { judge, evaluation } = judging;
  const { workspaceId } = judge.standing;
  const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
  const visit = { ...own, kind: judge.kind, now: context.now, queueId: evaluation.queueId };
  const annotator = await visitQueue(tx, workspaceId, visit);
  // The caller's own leases are renewed before those that ran out are taken back.
  const heldCount = annotator.held === 0 ? 0 : await renewHeld(context, tx, { workspaceId, own });
  if (annotator.hasExpiredLeases) await returnExpired(tx, workspaceId, evaluation.id);
  const target =
    count <= FREELY_TAKEN ? count : await shareOf(tx, { judging, annotator, heldCount, count });
  const { front, taken, broughtBack, written } =
    heldCount < target
      ? await handOut(context, tx, { judging, annotator, count: target - heldCount })
      : { front: frontOf(annotator.cursor), taken: 0, broughtBack: 0, written: undefined };
  const [views, free] = await Promise.all([
    listFitting(tx, workspaceId, { ...own, limit: count }),
    countFree(tx, judging, front),
    written,
  ]);
  return {
    assignments: views.map((view) => presentAssignment(context, view)),
    progress: {
      judged: annotator.judged,
      skipped: annotator.skipped - broughtBack,
      remaining: heldCount + taken + broughtBack + free,
    },
  };
}

interface Supply {
  readonly judging: Judging;
  readonly annotator: QueueVisitor;
  readonly heldCount: number;
  readonly count: number;
}

/** Limits a large request, so that enough tasks are left for the other annotators. */
async function shareOf(
  tx: Transaction,
  { judging, annotator, heldCount, count }: Supply,
): Promise<number> {
  return tasksToHold(count, heldCount + (await countFree(tx, judging, frontOf(annotator.cursor))));
}

/** Limits a large request to what fits into one answer, because outputs may be long. */
async function listFitting(
  tx: Transaction,
  workspaceId: string,
  own: OwnAssignments,
): Promise<readonly AssignmentView[]> {
  if (own.limit <= FREELY_TAKEN) return listOpenViews(tx, workspaceId, own);
  const lengths = await listOpenLengths(tx, workspaceId, own);
  return listOpenViews(tx, workspaceId, { ...own, limit: tasksThatFit(lengths) });
}

/** Renews the leases that the caller can still judge, and returns their number. */
async function renewHeld(
  context: Context,
  tx: Transaction,
  { workspaceId, own }: { workspaceId: string; own: { evaluationId: string; annotatorId: string } },
): Promise<number> {
  const [taskIds, renewed] = await Promise.all([
    expireOwnOutdated(tx, workspaceId, own),
    renewLeases(tx, workspaceId, { ...own, leaseMs: context.leaseMs }),
  ]);
  await returnTasks(tx, workspaceId, { evaluationId: own.evaluationId, taskIds });
  return renewed;
}
