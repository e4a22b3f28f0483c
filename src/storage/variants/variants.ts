import type { JsonObject } from '../../contract/fields.ts';
import type { Problem } from '../../contract/problems.ts';
import type { Reference } from '../../domain/ids.ts';
import {
  type Caller,
  callerParameters,
  findReferenced,
  IS_CALLER,
  notFound,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
  toStanding,
} from '../callers.ts';
import { findRow, type Queryable } from '../database.ts';
import { type AgeKey, isAfter, type Page, pageParameters } from '../page.ts';
import { type Row, statement } from '../statement.ts';

export interface Variant {
  readonly standing: Standing;
  readonly id: string;
  readonly name: string;
  readonly configName: string;
  readonly previousName: string | null;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly appId: string;
  readonly appName: string;
  readonly baseId: string;
  readonly baseName: string;
  readonly uri: string | null;
  readonly version: number;
  readonly revision: number;
  readonly revisionId: string;
  /** When the revision was made. */
  readonly revisedAt: number;
  readonly parameters: JsonObject;
}

const VARIANT = `v.id, v.name, v.config_name, v.previous_variant_name, v.created_by, v.created_at,
  v.app_id, a.name AS app_name, v.base_id, b.name AS base_name, b.uri, v.version,
  r.revision, r.id AS revision_id, r.created_at AS revised_at, r.parameters`;

const VARIANT_COLUMNS = {
  ...STANDING_COLUMNS,
  id: 'text',
  name: 'text',
  config_name: 'text',
  previous_variant_name: 'text?',
  created_by: 'text',
  created_at: 'integer',
  app_id: 'text',
  app_name: 'text',
  base_id: 'text',
  base_name: 'text',
  uri: 'text?',
  version: 'integer',
  revision: 'integer',
  revision_id: 'text',
  revised_at: 'integer',
  parameters: 'text',
} as const;

/** A variant `v` with its base, its app and one revision `r`. */
const VARIANT_JOINS = `
   JOIN bases b ON b.workspace_id = v.workspace_id AND b.id = v.base_id
   JOIN apps a ON a.workspace_id = v.workspace_id AND a.id = v.app_id
   JOIN variant_revisions r ON r.workspace_id = v.workspace_id AND r.variant_id = v.id`;

export const FIND_VARIANT = statement(
  `SELECT ${STANDING}, ${VARIANT}
   FROM callers c
   JOIN variants v ON v.workspace_id = c.workspace_id
   ${VARIANT_JOINS} AND r.revision = v.head
   WHERE ${IS_CALLER} AND v.id = $3`,
  VARIANT_COLUMNS,
);

/** A variant with its current parameters. */
export async function getVariant(
  db: Queryable,
  caller: Caller,
  variant: Reference,
): Promise<Variant> {
  const row = await findReferenced(db, FIND_VARIANT, { caller, reference: variant });
  if (row === undefined) throw variantNotFound(variant);
  return toVariant(row);
}

export function variantNotFound(variant: Reference): Problem {
  return notFound('variant', variant);
}

const LIST_VARIANTS = statement(
  `SELECT ${STANDING}, ${VARIANT}
   FROM callers c
   JOIN variants v ON v.workspace_id = c.workspace_id
   ${VARIANT_JOINS} AND r.revision = v.head
   WHERE ${IS_CALLER} AND v.app_id = $3 AND ${isAfter('v', 4)}
   ORDER BY v.created_at, v.id LIMIT $6`,
  VARIANT_COLUMNS,
);

/** The variants of an app, oldest first. An unknown app has none. */
export async function listVariants(
  db: Queryable,
  caller: Caller,
  { appId, page }: { appId: string; page: Page<AgeKey> },
): Promise<readonly Variant[]> {
  const rows = await db.query(LIST_VARIANTS, [
    ...callerParameters(caller),
    appId,
    ...pageParameters(page),
  ]);
  return rows.map(toVariant);
}

const FIND_DEPLOYED_VARIANT = statement(
  `SELECT ${STANDING}, ${VARIANT}
   FROM callers c
   JOIN environments e ON e.workspace_id = c.workspace_id
   JOIN environment_revisions d ON d.workspace_id = e.workspace_id AND d.app_id = e.app_id
     AND d.environment_name = e.name AND d.revision = e.head
   JOIN variants v ON v.workspace_id = e.workspace_id AND v.id = e.deployed_variant_id
   ${VARIANT_JOINS} AND r.id = d.variant_revision_id
   WHERE ${IS_CALLER} AND e.app_id = $3 AND e.name = $4`,
  VARIANT_COLUMNS,
);

/** The variant that an environment of an app runs, with the parameters that were deployed. */
export async function findDeployedVariant(
  db: Queryable,
  caller: Caller,
  { appId, environmentName }: { appId: string; environmentName: string },
): Promise<Variant | undefined> {
  const row = await findRow(db, FIND_DEPLOYED_VARIANT, [
    ...callerParameters(caller),
    appId,
    environmentName,
  ]);
  return row && toVariant(row);
}

function toVariant(row: Row<typeof FIND_VARIANT>): Variant {
  return {
    standing: toStanding(row),
    id: row.id,
    name: row.name,
    configName: row.config_name,
    previousName: row.previous_variant_name,
    createdBy: row.created_by,
    createdAt: row.created_at,
    appId: row.app_id,
    appName: row.app_name,
    baseId: row.base_id,
    baseName: row.base_name,
    uri: row.uri,
    version: row.version,
    revision: row.revision,
    revisionId: row.revision_id,
    revisedAt: row.revised_at,
    parameters: JSON.parse(row.parameters),
  };
}
