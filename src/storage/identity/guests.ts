import {
  type Caller,
  callerParameters,
  type ForCaller,
  IS_CALLER,
  STANDING,
  STANDING_COLUMNS,
  withStanding,
} from '../callers.ts';
import { findRow, type Queryable } from '../database.ts';
import { readSettings } from '../evaluations/human-evaluations.ts';
import { inList } from '../in-list.ts';
import { isOne, type Row, statement } from '../statement.ts';
import { asFlag, workspaceInserter, writer } from '../writers.ts';
import type { PresentedInvitation } from './invitations.ts';
import { knewVariants } from './memberships.ts';
import type { HeldSessions } from './users.ts';

export const insertGuest = workspaceInserter('guests', {
  id: 'text',
  evaluationId: 'text',
  invitationId: 'text',
  name: 'text',
  tokenHash: 'text',
  validUntil: 'integer',
  createdAt: 'integer',
  /** Whether the guest could know which variant is which. */
  sawNames: asFlag,
});

const FIND_GUEST_OF_CALLER = statement(
  `SELECT c.id, c.name, c.created_at
   FROM guests c
   JOIN human_evaluations e ON e.workspace_id = c.workspace_id AND e.id = c.evaluation_id
   WHERE ${IS_CALLER} AND e.published_at IS NOT NULL`,
  { id: 'text', name: 'text', createdAt: 'integer' },
);

/** An annotator without an account, who judges one evaluation. */
export type Guest = Row<typeof FIND_GUEST_OF_CALLER>;

export async function findGuestOfCaller(db: Queryable, caller: Caller): Promise<Guest | undefined> {
  return findRow(db, FIND_GUEST_OF_CALLER, callerParameters(caller));
}

const FIND_GUEST_OF_LINK = statement(
  inList(
    { column: 'g.token_hash', parameter: '$3', type: 'text' },
    (isListed) => `SELECT g.id, g.name, g.created_at, g.evaluation_id
     FROM annotator_invitations i
     JOIN guests g ON g.invitation_id = i.id
     JOIN human_evaluations e ON e.workspace_id = g.workspace_id AND e.id = g.evaluation_id
     WHERE i.token_hash = $1 AND g.valid_until > $2 AND ${isListed}
       AND e.published_at IS NOT NULL
     ORDER BY g.created_at DESC, g.id DESC LIMIT 1`,
  ),
  { id: 'text', name: 'text', createdAt: 'integer', evaluationId: 'text' },
);

/** The guest of this link who has one of these sessions. */
export async function findGuestOfLink(
  db: Queryable,
  { tokenHash, now }: PresentedInvitation,
  sessions: readonly string[],
): Promise<(Guest & { readonly evaluationId: string }) | undefined> {
  if (sessions.length === 0) return undefined;
  return findRow(db, FIND_GUEST_OF_LINK, [tokenHash, now, JSON.stringify(sessions)]);
}

const FIND_GUEST_OF_SESSIONS = statement(
  inList(
    { column: 'g.token_hash', parameter: '$1', type: 'text' },
    (isListed) => `SELECT g.id, g.name, g.created_at
     FROM guests g
     JOIN human_evaluations e ON e.workspace_id = g.workspace_id AND e.id = g.evaluation_id
     WHERE ${isListed} AND g.valid_until > $2 AND e.published_at IS NOT NULL
       AND (CAST($3 AS text) IS NULL OR CAST(g.id AS text) = $3)
       AND CAST(g.evaluation_id AS text) = $4
     ORDER BY g.created_at DESC, g.id DESC LIMIT 1`,
  ),
  { id: 'text', name: 'text', createdAt: 'integer' },
);

/** The newest guest of an evaluation who has one of these sessions. */
export async function findGuestOfSessions(
  db: Queryable,
  { sessions, now, profileId, evaluationId }: HeldSessions & { readonly evaluationId: string },
): Promise<Guest | undefined> {
  if (sessions.length === 0) return undefined;
  const parameters = [JSON.stringify(sessions), now, profileId, evaluationId];
  return findRow(db, FIND_GUEST_OF_SESSIONS, parameters);
}

/**
 * Guests stay when their session ends, because their judgements name them. The end is set to 0, so
 * that no server whose clock is behind still accepts the session.
 */
export const endSessionOfGuest = writer<[id: string]>(
  'UPDATE guests SET valid_until = 0 WHERE id = $1',
);

export const endSessionsOfInvitation = writer<[invitationId: string]>(
  'UPDATE guests SET valid_until = 0 WHERE invitation_id = $1',
);

const READ_EVALUATION = {
  createdBy: 'text',
  settings: readSettings,
  firstClosedAt: 'integer?',
  /** Whether earlier roles showed the caller which variant is which. */
  knewVariants: isOne,
} as const;

const LIST_MEMBERS_BEHIND = statement(
  inList(
    { column: 'c.token_hash', parameter: '$4', type: 'text' },
    (isListed) => `SELECT ${STANDING}, e.created_by, e.settings, e.first_closed_at,
       CASE WHEN ${knewVariants('c.user_id')} THEN 1 ELSE 0 END AS knew_variants
     FROM callers c JOIN human_evaluations e ON e.workspace_id = c.workspace_id AND e.id = $2
     WHERE c.workspace_id = $1 AND c.valid_until > $3 AND ${isListed}`,
  ),
  { ...STANDING_COLUMNS, ...READ_EVALUATION },
);

/** Members of the workspace who have one of these sessions, with the evaluation they could read. */
export async function listMembersBehind(
  db: Queryable,
  workspaceId: string,
  entry: { evaluationId: string; now: number; sessions: readonly string[] },
): Promise<readonly ForCaller<typeof READ_EVALUATION>[]> {
  const { evaluationId, now, sessions } = entry;
  if (sessions.length === 0) return [];
  const parameters = [workspaceId, evaluationId, now, JSON.stringify(sessions)];
  const rows = await db.query(LIST_MEMBERS_BEHIND, parameters);
  return rows.map(withStanding);
}
