import type { Name } from '../../domain/names.ts';
import {
  type Caller,
  callerParameters,
  IS_CALLER,
  isBeside,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
  toStanding,
} from '../callers.ts';
import { findRow, type Queryable } from '../database.ts';
import { type Row, statement } from '../statement.ts';

export interface Config {
  /** Names the revision: `<variant id>.<number>`. */
  readonly revisionKey: string;
  readonly configName: string;
  readonly revision: number;
  /** As JSON text; null when the caller already has this revision. */
  readonly parameters: string | null;
}

export interface ConfigOfBase {
  readonly standing: Standing;
  /** Whether the app has the requested environment; false for a config that was found by name. */
  readonly hasEnvironment: boolean;
  readonly config: Config | null;
}

const revisionKey = (number: string) => `CAST(v.id AS text) || '.' || CAST(${number} AS text)`;

const CONFIG_COLUMNS = {
  ...STANDING_COLUMNS,
  environmentName: 'text?',
  configName: 'text?',
  revisionKey: 'text?',
  revision: 'integer?',
  parameters: 'text?',
} as const;

const isHere = isBeside('v.workspace_id');

export const FIND_CONFIG_BY_NAME = statement(
  // $6 is the revision that the caller already has; its row is then not read.
  `SELECT ${STANDING}, NULL AS environment_name, v.config_name,
     ${revisionKey('v.head')} AS revision_key, v.head AS revision,
     CASE WHEN ${revisionKey('v.head')} = $6 THEN NULL ELSE (
       SELECT r.parameters FROM variant_revisions r WHERE ${isHere('r.workspace_id')}
         AND r.variant_id = v.id AND r.revision = v.head) END AS parameters
   FROM callers c
   JOIN bases b ON b.workspace_id = c.workspace_id
   LEFT JOIN variants v ON v.workspace_id = b.workspace_id AND v.base_id = b.id
     AND v.config_name_key = $5
   WHERE ${IS_CALLER} AND b.id = $4`,
  CONFIG_COLUMNS,
);

export interface ConfigQuery {
  readonly baseId: string;
  /** The key of a config name, or the name of an environment. */
  readonly name: string;
  readonly knownRevisionKey: string | undefined;
}

/** The current state of a config; undefined when there is no such base. */
export const findConfigByName = configFinder(FIND_CONFIG_BY_NAME);

const FIND_CONFIG_BY_ENVIRONMENT = statement(
  `SELECT ${STANDING}, e.name AS environment_name, r.config_name,
     ${revisionKey('r.revision')} AS revision_key, r.revision,
     CASE WHEN ${revisionKey('r.revision')} = $6 THEN NULL ELSE r.parameters END AS parameters
   FROM callers c
   JOIN bases b ON b.workspace_id = c.workspace_id
   LEFT JOIN environments e ON e.workspace_id = b.workspace_id AND e.app_id = b.app_id
     AND e.name = $5
   LEFT JOIN environment_revisions d ON d.workspace_id = e.workspace_id AND d.app_id = e.app_id
     AND d.environment_name = e.name AND d.revision = e.head
   LEFT JOIN variants v ON v.workspace_id = e.workspace_id AND v.id = e.deployed_variant_id
     AND v.base_id = b.id
   LEFT JOIN variant_revisions r ON r.workspace_id = v.workspace_id AND r.variant_id = v.id
     AND r.id = d.variant_revision_id
   WHERE ${IS_CALLER} AND b.id = $4`,
  CONFIG_COLUMNS,
);

/** The config that an environment of the base's app runs, if it is of this base. */
export const findConfigByEnvironment = configFinder(FIND_CONFIG_BY_ENVIRONMENT);

function configFinder(
  find: typeof FIND_CONFIG_BY_NAME,
): (db: Queryable, caller: Caller, query: ConfigQuery) => Promise<ConfigOfBase | undefined> {
  return async (db, caller, { baseId, name, knownRevisionKey = null }) => {
    const parameters = [...callerParameters(caller), baseId, name, knownRevisionKey];
    const row = await findRow(db, find, parameters);
    return row && toConfigOfBase(row);
  };
}

function toConfigOfBase(row: Row<typeof FIND_CONFIG_BY_NAME>): ConfigOfBase {
  return {
    standing: toStanding(row),
    hasEnvironment: row.environmentName !== null,
    config: toConfig(row),
  };
}

function toConfig(row: Row<typeof FIND_CONFIG_BY_NAME>): Config | null {
  const { revisionKey, configName, revision, parameters } = row;
  if (revisionKey === null || configName === null || revision === null) return null;
  return { revisionKey, configName, revision, parameters };
}

const FIND_VARIANT_OF_CONFIG = statement(
  `SELECT id, version, head AS revision, parameters_hash FROM variants
   WHERE workspace_id = $1 AND base_id = $2 AND config_name_key = $3`,
  { id: 'text', version: 'integer', revision: 'integer', parametersHash: 'text' },
);

export type VariantOfConfig = Row<typeof FIND_VARIANT_OF_CONFIG>;

/** The variant of a base that has a config name. */
export async function findVariantOfConfig(
  db: Queryable,
  workspaceId: string,
  { baseId, configName }: { baseId: string; configName: Name },
): Promise<VariantOfConfig | undefined> {
  return findRow(db, FIND_VARIANT_OF_CONFIG, [workspaceId, baseId, configName.key]);
}
