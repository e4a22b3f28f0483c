import type { JsonObject } from '../../contract/fields.ts';
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
import { NEWEST_REVISION, type Page } from '../page.ts';
import { json, type Row, statement } from '../statement.ts';
import { workspaceInserter } from '../writers.ts';

const LIST_ENVIRONMENT_REVISIONS = statement(
  `SELECT d.id, d.revision, d.variant_id, d.variant_name, r.id AS variant_revision_id,
     d.variant_revision, d.commit_message, d.reverted_from,
     u.username AS created_by_name, d.created_at
   FROM callers c
   JOIN environment_revisions d ON d.workspace_id = c.workspace_id
   LEFT JOIN variant_revisions r ON r.workspace_id = d.workspace_id
     AND r.id = d.variant_revision_id
   JOIN users u ON u.id = d.created_by
   WHERE ${IS_CALLER} AND d.app_id = $4 AND d.environment_name = $5 AND d.revision < $6
   ORDER BY d.revision DESC LIMIT $7`,
  {
    id: 'text',
    revision: 'integer',
    variantId: 'text',
    variantName: 'text',
    /** Null when the variant was deleted later. */
    variantRevisionId: 'text?',
    variantRevision: 'integer',
    commitMessage: 'text?',
    revertedFrom: 'integer?',
    createdByName: 'text',
    createdAt: 'integer',
  },
);

export type EnvironmentRevision = Row<typeof LIST_ENVIRONMENT_REVISIONS>;

/** The history of an environment, newest first. */
export async function listEnvironmentRevisions(
  db: Queryable,
  caller: Caller,
  query: { appId: string; environmentName: string; page: Page<number> },
): Promise<readonly EnvironmentRevision[]> {
  return db.query(LIST_ENVIRONMENT_REVISIONS, [
    ...callerParameters(caller),
    query.appId,
    query.environmentName,
    query.page.after ?? NEWEST_REVISION,
    query.page.limit,
  ]);
}

export const insertEnvironmentRevision = workspaceInserter('environment_revisions', {
  id: 'text',
  appId: 'text',
  environmentName: 'text',
  revision: 'integer',
  variantId: 'text',
  variantName: 'text',
  variantRevisionId: 'text',
  variantRevision: 'integer',
  commitMessage: 'text?',
  revertedFrom: 'integer?',
  createdBy: 'text',
  createdAt: 'integer',
});

const DEPLOYED_REVISION = {
  id: 'text',
  appId: 'text',
  environmentName: 'text',
  revision: 'integer',
  variantId: 'text',
  variantName: 'text',
  variantRevisionId: 'text',
  variantRevision: 'integer',
  configName: 'text',
  parameters: json<JsonObject>,
} as const;

/** What an environment revision deployed, while that variant exists. */
export type DeployedRevision = ForCaller<typeof DEPLOYED_REVISION>;

const FIND_DEPLOYED_REVISION = statement(
  `SELECT ${STANDING}, d.id, d.app_id, d.environment_name, d.revision, d.variant_id,
     v.name AS variant_name, d.variant_revision_id, d.variant_revision, r.config_name, r.parameters
   FROM callers c
   JOIN environment_revisions d ON d.workspace_id = c.workspace_id
   JOIN variant_revisions r ON r.workspace_id = d.workspace_id AND r.id = d.variant_revision_id
   JOIN variants v ON v.workspace_id = d.workspace_id AND v.id = d.variant_id
   WHERE ${IS_CALLER} AND d.id = $4`,
  { ...STANDING_COLUMNS, ...DEPLOYED_REVISION },
);

export async function findDeployedRevision(
  db: Queryable,
  caller: Caller,
  environmentRevisionId: string,
): Promise<DeployedRevision | undefined> {
  const row = await findRow(db, FIND_DEPLOYED_REVISION, [
    ...callerParameters(caller),
    environmentRevisionId,
  ]);
  return row && withStanding(row);
}
