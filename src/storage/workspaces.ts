import { findRow, type Queryable, type Transaction } from './database.ts';
import { statement } from './statement.ts';

export interface NewWorkspace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly place: 'default' | 'additional';
  readonly now: number;
}

const INSERT_WORKSPACE = statement(
  `INSERT INTO workspaces (id, organization_id, name, description, type, is_default, created_at,
     updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
  {},
);

export async function insertWorkspace(tx: Transaction, workspace: NewWorkspace): Promise<void> {
  await tx.query(INSERT_WORKSPACE, [
    workspace.id,
    workspace.organizationId,
    workspace.name,
    workspace.description,
    workspace.type,
    workspace.place === 'default' ? 1 : 0,
    workspace.now,
  ]);
}

const FIND_DEFAULT_WORKSPACE = statement(
  `SELECT w.id FROM organizations o
   JOIN workspaces w ON w.organization_id = o.id AND w.is_default = 1
   WHERE CASE WHEN CAST($2 AS text) IS NULL THEN o.owner_id = $1
     ELSE CAST(o.id AS text) = $2 END
   ORDER BY o.created_at, o.id LIMIT 1`,
  { id: 'text' },
);

/** The default workspace of an organization, or of the first one the user owns. */
export async function findDefaultWorkspaceId(
  db: Queryable,
  wish: { userId: string; organizationId: string | undefined },
): Promise<string | undefined> {
  const row = await findRow(db, FIND_DEFAULT_WORKSPACE, [wish.userId, wish.organizationId ?? null]);
  return row?.id;
}
