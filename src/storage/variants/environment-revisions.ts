import type { JsonObject } from '../../contract/fields.ts';
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
import type { Page } from '../page.ts';
import { type Row, statement } from '../statement.ts';

export interface EnvironmentRevision {
  readonly id: string;
  readonly revision: number;
  readonly variantId: string;
  readonly variantName: string;
  /** Null when the variant was deleted later. */
  readonly variantRevisionId: string | null;
  readonly variantRevision: number;
  readonly commitMessage: string | null;
  readonly revertedFrom: number | null;
  readonly createdByName: string;
  readonly createdAt: number;
}

const LIST_ENVIRONMENT_REVISIONS = statement(
  `SELECT d.id, d.revision, d.variant_id, d.variant_name, r.id AS variant_revision_id,
     d.variant_revision, d.commit_message, d.reverted_from, u.username, d.created_at
   FROM callers c
   JOIN environment_revisions d ON d.workspace_id = c.workspace_id
   LEFT JOIN variant_revisions r ON r.workspace_id = d.workspace_id
     AND r.id = d.variant_revision_id
   LEFT JOIN users u ON u.id = d.created_by
   WHERE ${IS_CALLER} AND d.app_id = $3 AND d.environment_name = $4 AND d.revision < $5
   ORDER BY d.revision DESC LIMIT $6`,
  {
    id: 'text',
    revision: 'integer',
    variant_id: 'text',
    variant_name: 'text',
    variant_revision_id: 'text?',
    variant_revision: 'integer',
    commit_message: 'text?',
    reverted_from: 'integer?',
    username: 'text?',
    created_at: 'integer',
  },
);

/** Above every revision number. */
const NEWEST = 2_147_483_647;

/** The history of an environment, newest first. */
export async function listEnvironmentRevisions(
  db: Queryable,
  caller: Caller,
  query: { appId: string; environmentName: string; page: Page<number> },
): Promise<readonly EnvironmentRevision[]> {
  const rows = await db.query(LIST_ENVIRONMENT_REVISIONS, [
    ...callerParameters(caller),
    query.appId,
    query.environmentName,
    query.page.after ?? NEWEST,
    query.page.limit,
  ]);
  return rows.map(toEnvironmentRevision);
}

export interface NewEnvironmentRevision {
  readonly id: string;
  readonly appId: string;
  readonly environmentName: string;
  readonly revision: number;
  readonly variantId: string;
  readonly variantName: string;
  readonly variantRevisionId: string;
  readonly variantRevision: number;
  readonly commitMessage: string | null;
  readonly revertedFrom: number | null;
  readonly createdBy: string;
  readonly createdAt: number;
}

const INSERT_ENVIRONMENT_REVISION = statement(
  `INSERT INTO environment_revisions (workspace_id, id, app_id, environment_name, revision,
     variant_id, variant_name, variant_revision_id, variant_revision, commit_message,
     reverted_from, created_by, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
  {},
);

export async function insertEnvironmentRevision(
  tx: Transaction,
  workspaceId: string,
  revision: NewEnvironmentRevision,
): Promise<void> {
  await tx.query(INSERT_ENVIRONMENT_REVISION, [
    workspaceId,
    revision.id,
    revision.appId,
    revision.environmentName,
    revision.revision,
    revision.variantId,
    revision.variantName,
    revision.variantRevisionId,
    revision.variantRevision,
    revision.commitMessage,
    revision.revertedFrom,
    revision.createdBy,
    revision.createdAt,
  ]);
}

/** What an environment revision deployed, as long as that variant exists. */
export interface DeployedRevision {
  readonly standing: Standing;
  readonly id: string;
  readonly appId: string;
  readonly environmentName: string;
  readonly revision: number;
  readonly variantId: string;
  readonly variantName: string;
  readonly variantRevisionId: string;
  readonly variantRevision: number;
  readonly configName: string;
  readonly parameters: JsonObject;
}

const FIND_DEPLOYED_REVISION = statement(
  `SELECT ${STANDING}, d.id, d.app_id, d.environment_name, d.revision, d.variant_id,
     v.name AS variant_name, d.variant_revision_id, d.variant_revision, r.config_name, r.parameters
   FROM callers c
   JOIN environment_revisions d ON d.workspace_id = c.workspace_id
   JOIN variant_revisions r ON r.workspace_id = d.workspace_id AND r.id = d.variant_revision_id
   JOIN variants v ON v.workspace_id = d.workspace_id AND v.id = d.variant_id
   WHERE ${IS_CALLER} AND d.id = $3`,
  {
    ...STANDING_COLUMNS,
    id: 'text',
    app_id: 'text',
    environment_name: 'text',
    revision: 'integer',
    variant_id: 'text',
    variant_name: 'text',
    variant_revision_id: 'text',
    variant_revision: 'integer',
    config_name: 'text',
    parameters: 'text',
  },
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
  return (
    row && {
      standing: toStanding(row),
      id: row.id,
      appId: row.app_id,
      environmentName: row.environment_name,
      revision: row.revision,
      variantId: row.variant_id,
      variantName: row.variant_name,
      variantRevisionId: row.variant_revision_id,
      variantRevision: row.variant_revision,
      configName: row.config_name,
      parameters: JSON.parse(row.parameters),
    }
  );
}

function toEnvironmentRevision(row: Row<typeof LIST_ENVIRONMENT_REVISIONS>): EnvironmentRevision {
  return {
    id: row.id,
    revision: row.revision,
    variantId: row.variant_id,
    variantName: row.variant_name,
    variantRevisionId: row.variant_revision_id,
    variantRevision: row.variant_revision,
    commitMessage: row.commit_message,
    revertedFrom: row.reverted_from,
    createdByName: row.username ?? '',
    createdAt: row.created_at,
  };
}
