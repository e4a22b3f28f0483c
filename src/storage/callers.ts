import type { Role } from '../contract/access.ts';
import { Problem, type ProblemCode } from '../contract/problems.ts';
import type { Reference } from '../domain/ids.ts';
import { findRow, type Queryable } from './database.ts';
import {
  type Columns,
  type Row,
  type RowOf,
  type Statement,
  statement,
  word,
} from './statement.ts';

/** A credential as it was presented; only the database knows whether it is valid. */
export interface Caller {
  readonly tokenHash: string;
  readonly now: number;
  /** The one workspace to search, as the request names it; null for all. */
  readonly workspaceId: string | null;
}

/** A valid caller's place in one workspace. Comes with every row that was found for the caller. */
export interface Standing {
  readonly userId: string;
  readonly workspaceId: string;
  readonly organizationId: string;
  readonly roles: readonly Role[];
}

/** Columns of the `callers` view, aliased `c`, that come with every tenant row. */
export const STANDING = 'c.user_id AS caller_id, c.workspace_id, c.organization_id, c.roles';

export const STANDING_COLUMNS = {
  callerId: 'text',
  workspaceId: 'text',
  organizationId: 'text',
  roles: toRoles,
} as const;

type StandingRow = RowOf<typeof STANDING_COLUMNS>;

/** A row that was found for a caller. */
export type ForCaller<Shape extends Columns> = RowOf<Shape> & { readonly standing: Standing };

/** Matches the credential of parameters $1 and $2 while it is valid, in all of its workspaces. */
export const IS_VALID = 'c.token_hash = $1 AND c.valid_until > $2';

export function credentialParameters(caller: Caller): [string, number] {
  return [caller.tokenHash, caller.now];
}

/** Matches the workspace that the caller named in parameter $3, or any if they named none. */
const isNamed = (column: string) => `(${column} = $3 OR $3 IS NULL)`;

/**
 * Matches the caller, who takes parameters $1 to $3 of every statement that reads rows of
 * workspaces. The named workspace proves nothing: it lets a distributed database find the server
 * with the rows.
 */
export const IS_CALLER = `${IS_VALID} AND ${isNamed('c.workspace_id')}`;

/** The SQL condition that a column holds the right workspace. */
export type IsWorkspace = (column: string) => string;

/**
 * For subqueries beside a row that was found for the caller: a distributed database does not infer
 * from that row on which server they have to run.
 */
export function isBeside(workspaceId: string): IsWorkspace {
  return (column) => `${column} = ${workspaceId} AND ${isNamed(column)}`;
}

export function callerParameters(caller: Caller): [string, number, string | null] {
  return [caller.tokenHash, caller.now, caller.workspaceId];
}

export function toStanding({
  callerId,
  workspaceId,
  organizationId,
  roles,
}: StandingRow): Standing {
  return { userId: callerId, workspaceId, organizationId, roles };
}

export function withStanding<Found extends StandingRow>(
  row: Found,
): Found & { readonly standing: Standing } {
  return { ...row, standing: toStanding(row) };
}

/** Guests have no roles; otherwise only role names are ever written to the column. */
export function toRoles(text: string): readonly Role[] {
  return text === '' ? [] : (text.split(' ') as Role[]);
}

export function fromRoles(roles: readonly Role[]): string {
  return roles.join(' ');
}

/** Finds the row that a reference names, by a statement whose parameter $4 is its id. */
export async function findReferenced<Shape extends Columns>(
  db: Queryable,
  find: Statement<Shape>,
  { caller, reference }: { caller: Caller; reference: Reference },
): Promise<RowOf<Shape> | undefined> {
  if (reference.id === undefined) return undefined;
  return findRow(db, find, [...callerParameters(caller), reference.id]);
}

/** Makes the function that returns the row a reference names, or throws that none exists. */
export function referenceGetter<Shape extends Columns & typeof STANDING_COLUMNS>(
  kind: Kind<ProblemCode>,
  find: Statement<Shape>,
): (db: Queryable, caller: Caller, reference: Reference) => Promise<ForCaller<Shape>> {
  return async (db, caller, reference) => {
    const row = await findReferenced(db, find, { caller, reference });
    if (row === undefined) throw notFound(kind, reference);
    return withStanding(row);
  };
}

/**
 * The rows that belong to an object of the caller, from a statement with a LEFT JOIN, which returns
 * one row without an id when there are none. Undefined when the object itself was not found.
 */
export function ownedRows<Found extends StandingRow & { readonly id: string }>(
  rows: readonly Found[],
): { readonly standing: Standing; readonly first: Found; readonly owned: Found[] } | undefined {
  const [first] = rows;
  // The declared types are those of rows that exist.
  const owned = rows.filter(({ id }: { id: string | null }) => id !== null);
  return first && { standing: toStanding(first), first, owned };
}

type Kind<Code> = Code extends `${infer Noun}_not_found` ? Noun : never;

/** Unknown, malformed, deleted and foreign ids all look the same. */
export function notFound(kind: Kind<ProblemCode>, reference: Reference): Problem {
  const members = reference.field === undefined ? {} : { field: reference.field };
  return new Problem(
    `${kind}_not_found`,
    `There is no ${kind.replaceAll('_', ' ')} with this id in your workspaces.`,
    { members },
  );
}

const LIST_STANDINGS = statement(
  `SELECT ${STANDING} FROM callers c WHERE ${IS_VALID} ORDER BY c.workspace_id`,
  STANDING_COLUMNS,
);

/** The caller in each of their workspaces. */
export async function listStandings(db: Queryable, caller: Caller): Promise<readonly Standing[]> {
  const rows = await db.query(LIST_STANDINGS, credentialParameters(caller));
  return rows.map(toStanding);
}

/** The caller in one of their workspaces. */
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

/** A guest's session ends when the evaluation is deleted. */
const FIND_CREDENTIAL = statement(
  `SELECT c.id, c.kind, c.prefix, c.user_id, c.workspace_id, NULL AS evaluation_id
   FROM credentials c WHERE ${IS_VALID}
   UNION ALL
   SELECT c.id, 'guest', NULL, c.id, c.workspace_id, c.evaluation_id
   FROM guests c
   JOIN human_evaluations e ON e.workspace_id = c.workspace_id AND e.id = c.evaluation_id
   WHERE ${IS_CALLER} AND e.published_at IS NOT NULL`,
  {
    id: 'text',
    kind: word<'key' | 'session' | 'guest'>,
    prefix: 'text?',
    /** The user it belongs to; for a guest, who is not a user, the guest's id. */
    userId: 'text',
    /** Keys and guests act inside one workspace. */
    workspaceId: 'text?',
    /** Guests act inside one evaluation. */
    evaluationId: 'text?',
  },
);

/** A valid credential, whether or not its owner belongs to any workspace. */
export type Credential = Row<typeof FIND_CREDENTIAL>;

/** Throws `unauthenticated` for a credential that is unknown, expired or revoked. */
export async function getCredential(db: Queryable, caller: Caller): Promise<Credential> {
  const credential = await findRow(db, FIND_CREDENTIAL, callerParameters(caller));
  if (credential !== undefined) return credential;
  throw new Problem(
    'unauthenticated',
    'The key or session is not valid, or no longer. Sign in again or use another key.',
  );
}
