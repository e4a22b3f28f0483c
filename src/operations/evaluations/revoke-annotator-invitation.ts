import { parseId, referenceInPath } from '../../domain/ids.ts';
import { revokeAnnotatorInvitation as revoke } from '../../storage/evaluations/annotator-invitations.ts';
import type { Operation } from '../context.ts';
import { getEditableEvaluation } from './parts/edit-human-evaluation.ts';

/** Revocation also works on closed and archived evaluations. */
export const revokeAnnotatorInvitation: Operation<'revokeAnnotatorInvitation'> = (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  return context.transaction(async (tx) => {
    const { id: evaluationId, standing } = await getEditableEvaluation(context, tx, reference);
    const id = parseId(parameters.invitation_id);
    if (id !== undefined) {
      await revoke(tx, standing.workspaceId, { evaluationId, id, now: context.now });
    }
    return { body: null };
  });
};
