import {
  type Caller,
  callerParameters,
  type ForCaller,
  IS_CALLER,
  STANDING,
  STANDING_COLUMNS,
  withStanding,
} from '../callers.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { statement } from '../statement.ts';
import { workspaceInserter } from '../writers.ts';

const ENVIRONMENT = {
  appId: 'text',
  name: 'text',
  /** Number of the newest environment revision; 0 before the first deploy. */
  head: 'integer',
  /** Null, like all that follows, if nothing is deployed or its variant was deleted. */
  variantId: 'text?',
  variantName: 'text?',
  variantRevisionId: 'text?',
  variantRevision: 'integer?',
  deployedAt: 'integer?',
  deployedBy: 'text?',
} as const;

export type Environment = ForCaller<typeof ENVIRONMENT>;

const LIST_ENVIRONMENTS = statement(
  `SELECT ${STANDING}, e.app_id, e.name, e.head, v.id AS variant_id, v.name AS variant_name,
     d.variant_revision_id, d.variant_revision, d.created_at AS deployed_at,
     u.username AS deployed_by
   FROM callers c
   JOIN environments e ON e.workspace_id = c.workspace_id
   LEFT JOIN variants v ON v.workspace_id = e.workspace_id AND v.id = e.deployed_variant_id
   LEFT JOIN environment_revisions d ON d.workspace_id = v.workspace_id AND d.app_id = e.app_id
     AND d.environment_name = e.name AND d.revision = e.head
   LEFT JOIN users u ON u.id = d.created_by
   WHERE ${IS_CALLER} AND e.app_id = $4
   ORDER BY e.position`,
  { ...STANDING_COLUMNS, ...ENVIRONMENT },
);

/** The environments of an app in their fixed order; none when there is no such app. */
export async function listEnvironments(
  db: Queryable,
  caller: Caller,
  appId: string,
): Promise<readonly Environment[]> {
  const rows = await db.query(LIST_ENVIRONMENTS, [...callerParameters(caller), appId]);
  return rows.map(withStanding);
}

export const insertEnvironment = workspaceInserter('environments', {
  appId: 'text',
  name: 'text',
  position: 'integer',
  head: 'integer',
});

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
