import { countForAnnotator } from '../../../storage/evaluations/evaluation-annotators.ts';
import { updateFlag } from '../../../storage/judging/assignment-changes.ts';
import type { Context } from '../../context.ts';
import { refuseClosed } from '../../evaluations/parts/hold-evaluation.ts';
import { getOwnAssignment } from './get-judging.ts';
import { holdAssigned } from './hold-assigned.ts';

/** Sets, changes or removes (`null`) the flag of one's own assignment. */
export async function changeFlag(
  context: Context,
  assignmentId: string,
  flag: string | null,
): Promise<{ body: null }> {
  const found = await getOwnAssignment(context, context.db, assignmentId);
  const { judge, evaluation } = found;
  const { workspaceId } = judge.standing;
  const reply = await context.transaction(async (tx) => {
    const { held, state } = await holdAssigned(context, tx, { found, kind: 'adding' });
    if (held.flag === flag) return { body: null };
    refuseClosed(state);
    await updateFlag(tx, workspaceId, { id: held.id, flag });
    await countForAnnotator(tx, workspaceId, {
      evaluationId: evaluation.id,
      annotatorId: judge.annotatorId,
      flagged: Number(flag !== null) - Number(held.flag !== null),
    });
    return { body: null };
  });
  context.announce(evaluation.id);
  return reply;
}
