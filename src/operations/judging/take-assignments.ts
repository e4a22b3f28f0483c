import { renewLeases } from '../../storage/assignment-changes.ts';
import { listOpenViews } from '../../storage/assignments.ts';
import type { Transaction } from '../../storage/database.ts';
import { holdAnnotator } from '../../storage/evaluation-annotators.ts';
import type { Judging } from '../../storage/judges.ts';
import type { Context, Operation } from '../context.ts';
import { getJudging } from './get-judging.ts';
import { type HandedOut, type HandOutRequest, handOut } from './hand-out.ts';
import { refuseClosed } from './hold-evaluation.ts';
import { ownProgress } from './own-progress.ts';
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

async function take(
  context: Context,
  tx: Transaction,
  { judging, count }: { judging: Judging; count: number },
) {
  const { judge, evaluation } = judging;
  const { workspaceId } = judge.standing;
  const own = { evaluationId: evaluation.id, annotatorId: judge.annotatorId };
  const annotator = await holdAnnotator(tx, workspaceId, {
    ...own,
    kind: judge.kind,
    now: context.now,
  });
  const held = await renewLeases(tx, workspaceId, { ...own, leaseMs: context.leaseMs });
  const handedOut =
    held < count
      ? await handOutMore(context, tx, { judging, annotator, count: count - held })
      : { place: annotator.cursor.place, taken: 0, broughtBack: 0 };
  const { place, taken, broughtBack } = handedOut;
  const views = await listOpenViews(tx, workspaceId, { ...own, limit: count });
  return {
    assignments: views.map((view) => presentAssignment(context, view)),
    progress: await ownProgress(tx, judging, {
      annotator: { ...annotator, skipped: annotator.skipped - broughtBack },
      cursor: place,
      open: held + taken + broughtBack,
    }),
  };
}

async function handOutMore(
  context: Context,
  tx: Transaction,
  request: HandOutRequest,
): Promise<HandedOut> {
  const { judge, evaluation } = request.judging;
  await returnExpired(tx, judge.standing.workspaceId, evaluation.id);
  return handOut(context, tx, request);
}
