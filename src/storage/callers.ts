import type { Role } from '../contract/access.ts';
import { Problem, type ProblemCode } from '../contract/problems.ts';
import type { Reference } from '../domain/ids.ts';
import { findRow, type Queryable } from './database.ts';
import { type Columns, type Row, type RowOf, type Statement, statement } from './statement.ts';

/** A credential as it was presented; only the database knows whether it is valid. */
export interface Caller {
  readonly tokenHash: string;
  readonly now: number;
}

/** What a valid caller is in one workspace. Comes with every row that was found for them. */
export interface Standing {
  readonly userId: string;
  readonly workspaceId: string;
  readonly organizationId: string;
  readonly roles: readonly Role[];
}

/** Columns of the `callers` view, aliased `c`, that every tenant row brings along. */
export const STANDING = 'c.user_id AS caller_id, c.workspace_id, c.organization_id, c.roles';

export const STANDING_COLUMNS = {
  caller_id: 'text',
  workspace_id: 'text',
  organization_id: 'text',
  roles: 'text',
} as const;

/** The caller takes parameters $1 and $2 of every statement that reads for them. */
export const IS_CALLER = 'c.token_hash = $1 AND c.valid_until > $2';

export function callerParameters(caller: Caller): [string, number] {
  return [caller.tokenHash, caller.now];
}

export function toStanding(row: {
  caller_id: string;
  workspace_id: string;
  organization_id: string;
  roles: string;
}): Standing {
  return {
    userId: row.caller_id,
    workspaceId: row.workspace_id,
    organizationId: row.organization_id,
    roles: toRoles(row.roles),
  };
}

/** Guests have no roles; otherwise only role names are ever written to the column. */
export function toRoles(text: string): readonly Role[] {
  return text === '' ? [] : (text.split(' ') as Role[]);
}

/** Finds the one row a reference names, by a statement whose parameter $3 is its id. */
export async function findReferenced<Shape extends Columns>(
  db: Queryable,
  find: Statement<Shape>,
  { caller, reference }: { caller: Caller; reference: Reference },
): Promise<RowOf<Shape> | undefined> {
  if (reference.id === undefined) return undefined;
  return findRow(db, find, [...callerParameters(caller), reference.id]);
}

type Kind<Code> = Code extends `${infer Noun}_not_found` ? Noun : never;

/** Unknown, malformed, deleted and foreign all look the same. */
export function notFound(kind: Kind<ProblemCode>, reference: Reference): Problem {
  const members = reference.field === undefined ? {} : { field: reference.field };
  return new Problem(
    `${kind}_not_found`,
    `There is no ${kind.replaceAll('_', ' ')} with this id in your workspaces.`,
    { members },
  );
}

const LIST_STANDINGS = statement(
  `SELECT ${STANDING} FROM callers c WHERE ${IS_CALLER} ORDER BY c.workspace_id`,
  STANDING_COLUMNS,
);

/** The caller in each of their workspaces. */
export async function listStandings(db: Queryable, caller: Caller): Promise<readonly Standing[]> {
  const rows = await db.query(LIST_STANDINGS, callerParameters(caller));
  return rows.map(toStanding);
}

/** The caller in one workspace of theirs. */
export async function getStanding(
  db: Queryable,
  caller: Caller,
  workspace: Reference,
): Promise<Standing> {
  const standings = await listStandings(db, caller);
  const standing = standings.find(({ workspaceId }) => workspaceId === workspace.id);
  if (standing === undefined) throw notFound('workspace', workspace);
  return standing;
}

/** A valid credential, whether or not its owner belongs to any workspace. */
export interface Credential {
  readonly id: string;
  readonly kind: 'key' | 'session' | 'guest';
  readonly prefix: string | null;
  /** The user it belongs to; a guest, who is no user, has their own id here. */
  readonly userId: string;
  /** Keys and guests act inside one workspace. */
  readonly workspaceId: string | null;
  /** Guests act inside one evaluation. */
  readonly evaluationId: string | null;
}

/** The session of a guest is over when the evaluation is gone. */
const FIND_CREDENTIAL = statement(
  `SELECT c.id, c.kind, c.prefix, c.user_id, c.workspace_id, NULL AS evaluation_id
   FROM credentials c WHERE ${IS_CALLER}
   UNION ALL
   SELECT c.id, 'guest', NULL, c.id, c.workspace_id, c.evaluation_id
   FROM guests c
   JOIN human_evaluations e ON e.workspace_id = c.workspace_id AND e.id = c.evaluation_id
   WHERE ${IS_CALLER} AND e.published_at IS NOT NULL`,
  {
    id: 'text',
    kind: 'text',
    prefix: 'text?',
    user_id: 'text',
    workspace_id: 'text?',
    evaluation_id: 'text?',
  },
);

async function findCredential(db: Queryable, caller: Caller): Promise<Credential | undefined> {
  const row = await findRow(db, FIND_CREDENTIAL, callerParameters(caller));
  return row && toCredential(row);
}

/** Throws `unauthenticated` for a credential that is unknown, expired or revoked. */
export async function getCredential(db: Queryable, caller: Caller): Promise<Credential> {
  const credential = await findCredential(db, caller);
  if (credential !== undefined) return credential;
  throw new Problem(
    'unauthenticated',
    'The key or session is not valid, or no longer. Sign in again or use another key.',
  );
}

function toCredential(row: Row<typeof FIND_CREDENTIAL>): Credential {
  return {
    id: row.id,
    kind: row.kind as Credential['kind'], // Only these are ever written.
    prefix: row.prefix,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    evaluationId: row.evaluation_id,
  };
}
