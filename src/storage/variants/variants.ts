import type { JsonObject } from '../../contract/fields.ts';
import type { Problem } from '../../contract/problems.ts';
import type { Reference } from '../../domain/ids.ts';
import {
  type Caller,
  callerParameters,
  type ForCaller,
  IS_CALLER,
  notFound,
  referenceGetter,
  STANDING,
  STANDING_COLUMNS,
  withStanding,
} from '../callers.ts';
import { findRow, type Queryable } from '../database.ts';
import { type AgeKey, byAge, type Page, pageParameters } from '../page.ts';
import { json, statement } from '../statement.ts';

const SELECT_VARIANT = `SELECT ${STANDING}, v.id, v.name, v.config_name,
  v.previous_variant_name AS previous_name, v.created_by, v.created_at, v.app_id,
  a.name AS app_name, v.base_id, b.name AS base_name, b.uri, v.version, r.revision,
  r.id AS revision_id, r.created_at AS revised_at, r.parameters FROM callers c`;

const VARIANT = {
  id: 'text',
  name: 'text',
  configName: 'text',
  previousName: 'text?',
  createdBy: 'text',
  createdAt: 'integer',
  appId: 'text',
  appName: 'text',
  baseId: 'text',
  baseName: 'text',
  uri: 'text?',
  version: 'integer',
  revision: 'integer',
  revisionId: 'text',
  /** When the revision was created. */
  revisedAt: 'integer',
  parameters: json<JsonObject>,
} as const;

const VARIANT_COLUMNS = { ...STANDING_COLUMNS, ...VARIANT } as const;

export type Variant = ForCaller<typeof VARIANT>;

/** A variant `v` with its base, its app and one revision `r`. */
const VARIANT_JOINS = `
   JOIN bases b ON b.workspace_id = v.workspace_id AND b.id = v.base_id
   JOIN apps a ON a.workspace_id = v.workspace_id AND a.id = v.app_id
   JOIN variant_revisions r ON r.workspace_id = v.workspace_id AND r.variant_id = v.id`;

export const FIND_VARIANT = statement(
  `${SELECT_VARIANT}
   JOIN variants v ON v.workspace_id = c.workspace_id
   ${VARIANT_JOINS} AND r.revision = v.head
   WHERE ${IS_CALLER} AND v.id = $4`,
  VARIANT_COLUMNS,
);

/** A variant with its current parameters. */
export const getVariant = referenceGetter('variant', FIND_VARIANT);

export function variantNotFound(variant: Reference): Problem {
  return notFound('variant', variant);
}

const LIST_VARIANTS = statement(
  `${SELECT_VARIANT}
   JOIN variants v ON v.workspace_id = c.workspace_id
   ${VARIANT_JOINS} AND r.revision = v.head
   WHERE ${IS_CALLER} AND v.app_id = $4 ${byAge('v', 5)}`,
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
  return rows.map(withStanding);
}

const FIND_DEPLOYED_VARIANT = statement(
  `${SELECT_VARIANT}
   JOIN environments e ON e.workspace_id = c.workspace_id
   JOIN environment_revisions d ON d.workspace_id = e.workspace_id AND d.app_id = e.app_id
     AND d.environment_name = e.name AND d.revision = e.head
   JOIN variants v ON v.workspace_id = e.workspace_id AND v.id = e.deployed_variant_id
   ${VARIANT_JOINS} AND r.id = d.variant_revision_id
   WHERE ${IS_CALLER} AND e.app_id = $4 AND e.name = $5`,
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
  return row && withStanding(row);
}
