import { renewLeases } from '../../storage/assignment-changes.ts';
import { listOpenViews } from '../../storage/assignments.ts';
import type { Transaction } from '../../storage/database.ts';
import { visitQueue } from '../../storage/evaluation-annotators.ts';
import type { Judging } from '../../storage/judges.ts';
import type { Context, Operation } from '../context.ts';
import { frontOf } from './claim-next.ts';
import { countFree } from './count-free.ts';
import { getJudging } from './get-judging.ts';
import { handOut } from './hand-out.ts';
import { refuseClosed } from './hold-evaluation.ts';
import { presentAssignment } from './present-assignment.ts';
import { returnExpired } from './return-expired.ts';

/**
 * What the caller holds already comes first: asking again after a lost answer or a reload costs no
 * task, and keeps the leases.
 */
export const takeAssignments: Operation<'takeAssignments'> = async (
  context,
  { parameters, body },
) => {
  const reply = await context.transaction(async (tx) => {
    const judging = await getJudging(context, tx, parameters.evaluation_id);
    refuseClosed(judging.evaluation);
    return { body: await take(context, tx, { judging, count: body?.count ?? 1 }) };
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
  const { held } = annotator;
  // One's own leases are renewed before those that ran out are taken back.
  if (held > 0) await renewLeases(tx, workspaceId, { ...own, leaseMs: context.leaseMs });
  if (annotator.hasExpiredLeases) await returnExpired(tx, workspaceId, evaluation.id);
  const { front, taken, broughtBack } =
    held < count
      ? await handOut(context, tx, { judging, annotator, count: count - held })
      : { front: frontOf(annotator.cursor), taken: 0, broughtBack: 0 };
  const [views, free] = await Promise.all([
    listOpenViews(tx, workspaceId, { ...own, limit: count }),
    countFree(tx, judging, front),
  ]);
  return {
    assignments: views.map((view) => presentAssignment(context, view)),
    progress: {
      judged: annotator.judged,
      skipped: annotator.skipped - broughtBack,
      remaining: held + taken + broughtBack + free,
    },
  };
}
