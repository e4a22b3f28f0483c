import { findRow, type Queryable, type Transaction } from '../database.ts';
import { endSessionsOfInvitation } from '../identity/guests.ts';
import type { PresentedInvitation } from '../identity/invitations.ts';
import { type Row, statement } from '../statement.ts';
import { workspaceInserter } from '../writers.ts';

export const insertAnnotatorInvitation = workspaceInserter('annotator_invitations', {
  id: 'text',
  evaluationId: 'text',
  tokenHash: 'text',
  maxUses: 'integer',
  used: 'integer',
  createdBy: 'text',
  createdAt: 'integer',
  expiresAt: 'integer',
});

const LIST_ANNOTATOR_INVITATIONS = statement(
  `SELECT id, max_uses, used, created_by, created_at, expires_at, revoked_at
   FROM annotator_invitations WHERE workspace_id = $1 AND evaluation_id = $2
   ORDER BY created_at, id`,
  {
    id: 'text',
    maxUses: 'integer',
    used: 'integer',
    createdBy: 'text',
    createdAt: 'integer',
    expiresAt: 'integer',
    revokedAt: 'integer?',
  },
);

/** A link by which guests judge one evaluation. */
export type AnnotatorInvitation = Row<typeof LIST_ANNOTATOR_INVITATIONS>;

/** All links of an evaluation, including those that can no longer be used, oldest first. */
export async function listAnnotatorInvitations(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly AnnotatorInvitation[]> {
  return db.query(LIST_ANNOTATOR_INVITATIONS, [workspaceId, evaluationId]);
}

const REVOKE_ANNOTATOR_INVITATION = statement(
  `UPDATE annotator_invitations SET revoked_at = COALESCE(revoked_at, $4)
   WHERE workspace_id = $1 AND evaluation_id = $2 AND id = $3
   RETURNING id`,
  { id: 'text' },
);

/**
 * Revokes a link and ends the sessions of its guests. It waits for a guest who joins at the same
 * moment and so locks the link's row, and ends that session too.
 */
export async function revokeAnnotatorInvitation(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, id, now }: { evaluationId: string; id: string; now: number },
): Promise<void> {
  const row = await findRow(tx, REVOKE_ANNOTATOR_INVITATION, [workspaceId, evaluationId, id, now]);
  if (row !== undefined) await endSessionsOfInvitation(tx, row.id);
}

const TAKE_USE = statement(
  `UPDATE annotator_invitations SET used = used + 1
   WHERE token_hash = $1 AND expires_at > $2 AND revoked_at IS NULL AND used < max_uses
   RETURNING id, workspace_id, evaluation_id, expires_at`,
  { id: 'text', workspaceId: 'text', evaluationId: 'text', expiresAt: 'integer' },
);

/** What a link grants to the guest who used it. */
export type TakenInvitation = Row<typeof TAKE_USE>;

const FIND_PUBLISHED = statement(
  `SELECT id FROM human_evaluations
   WHERE workspace_id = $1 AND id = $2 AND published_at IS NOT NULL`,
  { id: 'text' },
);

/**
 * Undefined when the link is unknown, expired, revoked or used up, or when its evaluation is
 * deleted, and the link soon will be.
 */
export async function takeUseOfInvitation(
  tx: Transaction,
  presented: PresentedInvitation,
): Promise<TakenInvitation | undefined> {
  const taken = await findRow(tx, TAKE_USE, [presented.tokenHash, presented.now]);
  if (taken === undefined) return undefined;
  const evaluation = await findRow(tx, FIND_PUBLISHED, [taken.workspaceId, taken.evaluationId]);
  return evaluation && taken;
}
