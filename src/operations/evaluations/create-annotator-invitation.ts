import { referenceInPath } from '../../domain/ids.ts';
import { insertAnnotatorInvitation } from '../../storage/evaluations/annotator-invitations.ts';
import type { Operation } from '../context.ts';
import { tokenHash } from '../tokens.ts';
import { lockForEditing } from './parts/edit-human-evaluation.ts';
import { refuseClosed } from './parts/hold-evaluation.ts';
import { presentAnnotatorInvitation } from './parts/present-annotator-invitation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 14;
const DEFAULT_USES = 1;

/**
 * Creates a link for guests. The token is in the fragment, which browsers neither send nor
 * write into no log; only its hash is stored.
 */
export const createAnnotatorInvitation: Operation<'createAnnotatorInvitation'> = (
  context,
  { parameters, body },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const { expires_in_days = DEFAULT_DAYS, max_uses = DEFAULT_USES } = body ?? {};
  return context.transaction(async (tx) => {
    const { evaluation, state } = await lockForEditing(context, tx, reference);
    refuseClosed(state);
    const { workspaceId, userId } = evaluation.standing;
    const token = context.newToken();
    const invitation = {
      id: context.newId(),
      maxUses: max_uses,
      used: 0,
      createdBy: userId,
      createdAt: context.now,
      expiresAt: context.now + expires_in_days * DAY_MS,
    };
    await insertAnnotatorInvitation(tx, workspaceId, {
      ...invitation,
      evaluationId: evaluation.id,
      tokenHash: tokenHash(token),
    });
    return {
      body: {
        ...presentAnnotatorInvitation({ ...invitation, revokedAt: null }),
        url: `${context.publicOrigin}/judge/${evaluation.id}#token=${token}`,
      },
    };
  });
};
