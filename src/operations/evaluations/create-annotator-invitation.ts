import { referenceInPath } from '../../domain/ids.ts';
import type { Operation } from '../context.ts';
import { lockForEditing } from './parts/edit-human-evaluation.ts';
import { refuseClosed } from './parts/hold-evaluation.ts';
import { insertNewInvitation } from './parts/insert-new-invitation.ts';
import { presentAnnotatorInvitation } from './parts/present-annotator-invitation.ts';

const DEFAULT_DAYS = 14;
const DEFAULT_USES = 1;

/** Creates a link for guests. */
export const createAnnotatorInvitation: Operation<'createAnnotatorInvitation'> = (
  context,
  { parameters, body },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const { expires_in_days: days = DEFAULT_DAYS, max_uses: maxUses = DEFAULT_USES } = body ?? {};
  return context.transaction(async (tx) => {
    const { evaluation, state } = await lockForEditing(context, tx, reference);
    refuseClosed(state);
    const { workspaceId, userId } = evaluation.standing;
    const { invitation, url } = await insertNewInvitation(context, tx, {
      workspaceId,
      invitation: { evaluationId: evaluation.id, maxUses, days, createdBy: userId },
    });
    return { body: { ...presentAnnotatorInvitation(invitation), url } };
  });
};
