import { type Caller, credentialParameters, IS_VALID, toRoles } from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { columnList, type Row, type RowOf, statement } from '../statement.ts';
import { asFlag, namedWriter, writer } from '../writers.ts';

const WORKSPACE = {
  id: 'text',
  organizationId: 'text',
  name: 'text',
  description: 'text',
  type: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
} as const;

const MEMBER = {
  userId: 'text',
  username: 'text',
  email: 'text',
  emailKey: 'text',
  roles: toRoles,
} as const;

export type Member = RowOf<typeof MEMBER>;

export type Workspace = RowOf<typeof WORKSPACE> & {
  /** In the order in which they joined. */
  readonly members: readonly Member[];
};

const MEMBERS = `JOIN memberships m ON m.workspace_id = w.id JOIN users u ON u.id = m.user_id`;

const BY_AGE = 'w.created_at, w.id, m.created_at, m.user_id';

/** One row for each member; every workspace has at least one, its owner. */
const SELECT_MEMBERS = `SELECT ${columnList('w', WORKSPACE)}, m.user_id, u.username, u.email,
     u.email_key, m.roles`;

const WORKSPACE_COLUMNS = { ...WORKSPACE, ...MEMBER } as const;

const LIST_WORKSPACES = statement(
  `${SELECT_MEMBERS}
   FROM callers c JOIN workspaces w ON w.id = c.workspace_id ${MEMBERS}
   WHERE ${IS_VALID} AND c.organization_id = $3
   ORDER BY ${BY_AGE}`,
  WORKSPACE_COLUMNS,
);

/** The caller's workspaces in one organization. */
export async function listWorkspaces(
  db: Queryable,
  caller: Caller,
  organizationId: string,
): Promise<readonly Workspace[]> {
  const rows = await db.query(LIST_WORKSPACES, [...credentialParameters(caller), organizationId]);
  return toWorkspaces(rows);
}

const FIND_WORKSPACE = statement(
  `${SELECT_MEMBERS} FROM workspaces w ${MEMBERS} WHERE w.id = $1 ORDER BY ${BY_AGE}`,
  WORKSPACE_COLUMNS,
);

/** A workspace that is known to exist, such as one of the caller. */
export async function getWorkspace(db: Queryable, workspaceId: string): Promise<Workspace> {
  const rows = await db.query(FIND_WORKSPACE, [workspaceId]);
  const [workspace] = toWorkspaces(rows);
  if (workspace === undefined) throw new Error('The workspace is gone or has no member.');
  return workspace;
}

export const insertWorkspace = namedWriter(
  `INSERT INTO workspaces (id, organization_id, name, description, type, is_default, created_at,
     updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
  {
    id: 'text',
    organizationId: 'text',
    name: 'text',
    description: 'text',
    type: 'text',
    isDefault: asFlag,
    now: 'integer',
  },
);

const FIND_DEFAULT_OF_ORGANIZATION = statement(
  'SELECT id FROM workspaces WHERE organization_id = $1 AND is_default = 1',
  { id: 'text' },
);

const FIND_DEFAULT_OF_OWNER = statement(
  `SELECT w.id FROM organizations o
   JOIN workspaces w ON w.organization_id = o.id AND w.is_default = 1
   WHERE o.owner_id = $1
   ORDER BY o.created_at, o.id LIMIT 1`,
  { id: 'text' },
);

/** The default workspace of an organization, or of the first one the user owns. */
export async function findDefaultWorkspaceId(
  db: Queryable,
  { userId, organizationId }: { userId: string; organizationId: string | undefined },
): Promise<string | undefined> {
  const row = await (organizationId === undefined
    ? findRow(db, FIND_DEFAULT_OF_OWNER, [userId])
    : findRow(db, FIND_DEFAULT_OF_ORGANIZATION, [organizationId]));
  return row?.id;
}

/** Makes other changes of the workspace and its members wait until this transaction ends. */
export const lockWorkspace = writer<[workspaceId: string]>(
  'UPDATE workspaces SET updated_at = updated_at WHERE id = $1',
);

export interface WorkspaceChange {
  readonly id: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly now: number;
}

const UPDATE_WORKSPACE = statement(
  `UPDATE workspaces SET
     updated_at = CASE WHEN name = COALESCE(CAST($2 AS text), name)
       AND description = COALESCE(CAST($3 AS text), description) THEN updated_at ELSE $4 END,
     name = COALESCE(CAST($2 AS text), name),
     description = COALESCE(CAST($3 AS text), description)
   WHERE id = $1`,
  {},
);

/** Leaves undefined fields unchanged. */
export async function updateWorkspace(tx: Transaction, change: WorkspaceChange): Promise<void> {
  const { id, name = null, description = null, now } = change;
  await tx.query(UPDATE_WORKSPACE, [id, name, description, now]);
}

function toWorkspaces(rows: readonly Row<typeof FIND_WORKSPACE>[]): Workspace[] {
  const byId = Map.groupBy(rows, (row) => row.id);
  return [...byId.values()].flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : [{ ...first, members }];
  });
}
