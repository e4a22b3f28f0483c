import { findRow, type Queryable, type Transaction } from '../database.ts';
import { endSessionsOfInvitation } from '../identity/guests.ts';
import type { PresentedInvitation } from '../identity/invitations.ts';
import { type Row, statement } from '../statement.ts';
import { insertingInWorkspace } from '../writing.ts';

export const insertAnnotatorInvitation = insertingInWorkspace('annotator_invitations', {
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

/** A link by which people without an account judge one evaluation. */
export type AnnotatorInvitation = Row<typeof LIST_ANNOTATOR_INVITATIONS>;

/** All links of an evaluation, also those that cannot be used any more, oldest first. */
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
 * Ends a link and the sessions it gave. A guest who takes a use of it at the same moment holds its row
 * and is waited for, so that their session is among those that end.
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

/** What a link opens to the guest who took one of its uses. */
export type TakenInvitation = Row<typeof TAKE_USE>;

const FIND_PUBLISHED = statement(
  `SELECT id FROM human_evaluations
   WHERE workspace_id = $1 AND id = $2 AND published_at IS NOT NULL`,
  { id: 'text' },
);

/**
 * Undefined when it is unknown, expired, revoked or used up, or when the evaluation is gone, whose
 * links are soon gone too.
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
