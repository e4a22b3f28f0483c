import { countForAnnotator } from '../../../storage/evaluations/evaluation-annotators.ts';
import { updateFlag } from '../../../storage/judging/assignment-changes.ts';
import type { Context } from '../../context.ts';
import { refuseClosed } from '../../evaluations/parts/hold-evaluation.ts';
import { getOwnAssignment } from './get-judging.ts';
import { holdAssigned } from './hold-assigned.ts';

/** Sets, changes or removes (`null`) the flag of one of the caller's own assignments. */
export async function changeFlag(
  context: Context,
  assignmentId: string,
  flag: string | null,
): Promise<{ body: null }> {
  const judging = await getOwnAssignment(context, context.db, assignmentId);
  const { judge, evaluation } = judging;
  const { workspaceId } = judge.standing;
  const reply = await context.transaction(async (tx) => {
    const { current, state } = await holdAssigned(context, tx, { judging, kind: 'adding' });
    if (current.flag === flag) return { body: null };
    refuseClosed(state);
    await updateFlag(tx, workspaceId, { id: current.id, flag });
    await countForAnnotator(tx, workspaceId, {
      evaluationId: evaluation.id,
      annotatorId: judge.annotatorId,
      flagged: Number(flag !== null) - Number(current.flag !== null),
    });
    return { body: null };
  });
  context.announce(evaluation.id);
  return reply;
}
