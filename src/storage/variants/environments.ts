import {
  type Caller,
  callerParameters,
  IS_CALLER,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
  toStanding,
} from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type Row, statement } from '../statement.ts';

interface Deployment {
  readonly variantId: string;
  readonly variantName: string;
  readonly revisionId: string;
  readonly revision: number;
  readonly deployedAt: number;
  readonly deployedBy: string;
}

export interface Environment {
  readonly standing: Standing;
  readonly appId: string;
  readonly name: string;
  /** Number of the newest environment revision; 0 before the first deploy. */
  readonly head: number;
  readonly deployment: Deployment | null;
}

const LIST_ENVIRONMENTS = statement(
  `SELECT ${STANDING}, e.app_id, e.name, e.head, v.id AS variant_id, v.name AS variant_name,
     d.variant_revision_id, d.variant_revision, d.created_at, u.username
   FROM callers c
   JOIN environments e ON e.workspace_id = c.workspace_id
   LEFT JOIN environment_revisions d ON d.workspace_id = e.workspace_id AND d.app_id = e.app_id
     AND d.environment_name = e.name AND d.revision = e.head
   LEFT JOIN variants v ON v.workspace_id = e.workspace_id AND v.id = e.deployed_variant_id
   LEFT JOIN users u ON u.id = d.created_by
   WHERE ${IS_CALLER} AND e.app_id = $3
   ORDER BY e.position`,
  {
    ...STANDING_COLUMNS,
    app_id: 'text',
    name: 'text',
    head: 'integer',
    variant_id: 'text?',
    variant_name: 'text?',
    variant_revision_id: 'text?',
    variant_revision: 'integer?',
    created_at: 'integer?',
    username: 'text?',
  },
);

/** The environments of an app in their fixed order; none when there is no such app. */
export async function listEnvironments(
  db: Queryable,
  caller: Caller,
  appId: string,
): Promise<readonly Environment[]> {
  const rows = await db.query(LIST_ENVIRONMENTS, [...callerParameters(caller), appId]);
  return rows.map(toEnvironment);
}

const INSERT_ENVIRONMENT = statement(
  `INSERT INTO environments (workspace_id, app_id, name, position, head)
   VALUES ($1, $2, $3, $4, 0)`,
  {},
);

export async function insertEnvironment(
  tx: Transaction,
  workspaceId: string,
  environment: { appId: string; name: string; position: number },
): Promise<void> {
  await tx.query(INSERT_ENVIRONMENT, [
    workspaceId,
    environment.appId,
    environment.name,
    environment.position,
  ]);
}

const UPDATE_DEPLOYED_VARIANT = statement(
  `UPDATE environments SET head = head + 1, deployed_variant_id = $4
   WHERE workspace_id = $1 AND app_id = $2 AND name = $3
   RETURNING head`,
  { head: 'integer' },
);

/** Takes the next environment revision number; undefined when there is no such environment. */
export async function updateDeployedVariant(
  tx: Transaction,
  workspaceId: string,
  target: { appId: string; environmentName: string; variantId: string },
): Promise<number | undefined> {
  const row = await findRow(tx, UPDATE_DEPLOYED_VARIANT, [
    workspaceId,
    target.appId,
    target.environmentName,
    target.variantId,
  ]);
  return row?.head;
}

const LIST_ENVIRONMENTS_RUNNING = statement(
  `SELECT name FROM environments WHERE workspace_id = $1 AND deployed_variant_id = $2
   ORDER BY position`,
  { name: 'text' },
);

/** Names of the environments that run a variant. */
export async function listEnvironmentsRunning(
  db: Queryable,
  workspaceId: string,
  variantId: string,
): Promise<readonly string[]> {
  const rows = await db.query(LIST_ENVIRONMENTS_RUNNING, [workspaceId, variantId]);
  return rows.map((row) => row.name);
}

function toEnvironment(row: Row<typeof LIST_ENVIRONMENTS>): Environment {
  return {
    standing: toStanding(row),
    appId: row.app_id,
    name: row.name,
    head: row.head,
    deployment: toDeployment(row),
  };
}

function toDeployment(row: Row<typeof LIST_ENVIRONMENTS>): Deployment | null {
  const { variant_id, variant_name, variant_revision_id, variant_revision, created_at } = row;
  if (
    variant_id === null ||
    variant_name === null ||
    variant_revision_id === null ||
    variant_revision === null ||
    created_at === null
  ) {
    return null;
  }
  return {
    variantId: variant_id,
    variantName: variant_name,
    revisionId: variant_revision_id,
    revision: variant_revision,
    deployedAt: created_at,
    deployedBy: row.username ?? '',
  };
}
