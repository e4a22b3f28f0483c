import { findRow, type Queryable } from '../database.ts';
import { type Row, statement } from '../statement.ts';

const LIST_WORKSPACES = statement(
  `SELECT w.id, w.name, w.organization_id, o.owner_id
   FROM workspaces w JOIN organizations o ON o.id = w.organization_id ORDER BY w.created_at, w.id`,
  { id: 'text', name: 'text', organizationId: 'text', ownerId: 'text' },
);

export type TargetWorkspace = Row<typeof LIST_WORKSPACES>;

/** Every workspace of the installation. */
export async function listTargetWorkspaces(db: Queryable): Promise<readonly TargetWorkspace[]> {
  return db.query(LIST_WORKSPACES, []);
}

const FIND_USER = statement('SELECT id FROM users WHERE id = $1', { id: 'text' });

export async function isUser(db: Queryable, id: string): Promise<boolean> {
  return (await findRow(db, FIND_USER, [id])) !== undefined;
}

/** A name, unique within its scope, and the id of its row. */
export interface KnownName {
  readonly id: string;
  readonly scope: string;
  readonly key: string;
  readonly name: string;
}

const NAMES = { id: 'text', scope: 'text', key: 'text', name: 'text' } as const;

const LISTS = {
  apps: statement(
    'SELECT id, workspace_id AS scope, name_key AS key, name FROM apps WHERE workspace_id = $1',
    NAMES,
  ),
  bases: statement(
    'SELECT id, app_id AS scope, name_key AS key, name FROM bases WHERE workspace_id = $1',
    NAMES,
  ),
  variants: statement(
    'SELECT id, app_id AS scope, name_key AS key, name FROM variants WHERE workspace_id = $1',
    NAMES,
  ),
  configs: statement(
    'SELECT id, base_id AS scope, config_name_key AS key, config_name AS name FROM variants WHERE workspace_id = $1',
    NAMES,
  ),
  testsets: statement(
    'SELECT id, app_id AS scope, name_key AS key, name FROM testsets WHERE workspace_id = $1',
    NAMES,
  ),
} as const;

export async function listKnownNames(
  db: Queryable,
  workspaceId: string,
  kind: keyof typeof LISTS,
): Promise<readonly KnownName[]> {
  return db.query(LISTS[kind], [workspaceId]);
}

const FIND_DEPLOYMENT = statement(
  'SELECT id FROM environment_revisions WHERE workspace_id = $1 AND id = $2',
  { id: 'text' },
);

export async function isDeployment(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  return (await findRow(db, FIND_DEPLOYMENT, [workspaceId, id])) !== undefined;
}
