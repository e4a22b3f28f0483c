import type { Transaction } from '../../../storage/database.ts';
import {
  type AnnotatorInvitation,
  insertAnnotatorInvitation,
} from '../../../storage/evaluations/annotator-invitations.ts';
import type { Context } from '../../context.ts';
import { tokenHash } from '../../tokens.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface NewInvitation {
  readonly evaluationId: string;
  readonly maxUses: number;
  readonly days: number;
  readonly createdBy: string;
}

/**
 * Writes a link for guests. The token is in the fragment, which browsers neither send nor write
 * into a log; only its hash is stored.
 */
export async function insertNewInvitation(
  context: Context,
  tx: Transaction,
  { workspaceId, invitation }: { workspaceId: string; invitation: NewInvitation },
): Promise<{ readonly invitation: AnnotatorInvitation; readonly url: string }> {
  const { evaluationId, maxUses, days, createdBy } = invitation;
  const token = context.newToken();
  const created = {
    id: context.newId(),
    maxUses,
    used: 0,
    createdBy,
    createdAt: context.now,
    expiresAt: context.now + days * DAY_MS,
  };
  await insertAnnotatorInvitation(tx, workspaceId, {
    ...created,
    evaluationId,
    tokenHash: tokenHash(token),
  });
  return {
    invitation: { ...created, revokedAt: null },
    url: `${context.publicOrigin}/judge/${evaluationId}#token=${token}`,
  };
}
