import { findRow, type Queryable, type Transaction } from './database.ts';
import { adHocStatement, statement } from './statement.ts';

/** Tables of which every server of a distributed database has a copy. */
export const REFERENCE_TABLES = [
  'schema_migrations',
  'instance_settings',
  'users',
  'organizations',
  'workspaces',
  'memberships',
  'credentials',
  'invitations',
  'password_resets',
  'idempotency_keys',
  'attempts',
  'generation_workers',
  'annotator_invitations',
  'guests',
] as const;

/** Tables whose rows are stored with their workspace. */
export const DISTRIBUTED_TABLES = [
  'apps',
  'bases',
  'variants',
  'variant_revisions',
  'environments',
  'environment_revisions',
  'testsets',
  'testset_revisions',
  'testset_rows',
  'human_evaluations',
  'evaluation_variants',
  'evaluation_guidelines',
  'scenarios',
  'output_imports',
  'written_outputs',
  'queues',
  'tasks',
  'evaluation_annotators',
  'assignments',
  'judgements',
  'judgement_versions',
  'setting_changes',
  'exclusions',
  'evaluation_headlines',
  'issue_decisions',
  'providers',
  'generation_runs',
  'generation_counts',
  'generation_cells',
  'audit_entries',
  'audit_seals',
  'audit_cuts',
  'retention_settings',
] as const;

const FIND_EXTENSION = statement(
  {
    postgres:
      "SELECT CAST(extversion AS text) AS version FROM pg_extension WHERE extname = 'citus'",
    sqlite: "SELECT '' AS version WHERE 1 = 0",
  },
  { version: 'text' },
);

export async function hasCitus(db: Queryable): Promise<boolean> {
  return (await findRow(db, FIND_EXTENSION, [])) !== undefined;
}

/** Not listed among the statements: its table exists only with the extension. */
const FIND_DISTRIBUTED = adHocStatement(
  `SELECT CAST(logicalrelid AS text) AS name FROM pg_dist_partition
   WHERE logicalrelid = CAST('${DISTRIBUTED_TABLES[0]}' AS regclass)`,
  { name: 'text' },
);

export async function isDistributed(db: Queryable): Promise<boolean> {
  return (await findRow(db, FIND_DISTRIBUTED, [])) !== undefined;
}

/** Tables that a service writes when it starts, before the first user signs up. */
const WRITTEN_AT_START: readonly string[] = ['schema_migrations', 'instance_settings'];

const FIND_ROWS = adHocStatement(
  `SELECT 1 AS found WHERE ${[...REFERENCE_TABLES, ...DISTRIBUTED_TABLES]
    .filter((table) => !WRITTEN_AT_START.includes(table))
    .map((table) => `EXISTS (SELECT 1 FROM ${table})`)
    .join(' OR ')}`,
  { found: 'integer' },
);

export async function hasRows(db: Queryable): Promise<boolean> {
  return (await findRow(db, FIND_ROWS, [])) !== undefined;
}

const LIST_FOREIGN_KEYS = statement(
  {
    postgres: `SELECT CAST(r.relname AS text) AS table_name, CAST(k.conname AS text) AS name,
        pg_get_constraintdef(k.oid) AS definition
      FROM pg_constraint k JOIN pg_class r ON r.oid = k.conrelid
      WHERE k.contype = 'f' AND k.connamespace = to_regnamespace(quote_ident(current_schema()))
      ORDER BY r.relname, k.conname`,
    sqlite: "SELECT '' AS table_name, '' AS name, '' AS definition WHERE 1 = 0",
  },
  { tableName: 'text', name: 'text', definition: 'text' },
);

/**
 * Makes Citus keep the rows of a workspace together on one server. Foreign keys are dropped
 * meanwhile, because none may link a distributed table to one that is not. Annotator invitations
 * never get theirs back: a table with a copy on every server cannot reference a distributed one.
 * Triggers may stay if they look at their row alone (decision 0045).
 */
export async function distribute(tx: Transaction): Promise<void> {
  const keys = await tx.query(LIST_FOREIGN_KEYS, []);
  const kept = keys.filter(({ tableName }) => tableName !== 'annotator_invitations');
  const statements = [
    'SET LOCAL citus.multi_shard_modify_mode TO sequential',
    KEEP_SEQUENTIAL,
    'SET LOCAL citus.enable_unsafe_triggers TO on',
    ...LOOK_AT_ROWS_ALONE,
    ...keys.map(({ tableName, name }) => `ALTER TABLE ${tableName} DROP CONSTRAINT "${name}"`),
    ...REFERENCE_TABLES.map((table) => `SELECT create_reference_table('${table}')`),
    ...DISTRIBUTED_TABLES.map(
      (table, place) =>
        `SELECT create_distributed_table('${table}', 'workspace_id', colocate_with => '${
          place === 0 ? 'none' : DISTRIBUTED_TABLES[0]
        }')`,
    ),
    ...kept.map(
      ({ tableName, name, definition }) =>
        `ALTER TABLE ${tableName} ADD CONSTRAINT "${name}" ${definition}`,
    ),
  ];
  for (const sql of statements) await tx.query(adHocStatement(sql, {}), []);
}

/**
 * A transaction that has queried many shards in parallel may no longer write to a table with a copy
 * on every server; one that queries them in turn may.
 */
const KEEP_SEQUENTIAL = `DO $$ BEGIN EXECUTE format(
  'ALTER DATABASE %I SET citus.multi_shard_modify_mode TO sequential', current_database()); END $$`;

/** Entries without a seal stay; that a cut was recorded first is left to the service. */
const LOOK_AT_ROWS_ALONE = [
  `CREATE OR REPLACE FUNCTION audit_entries_refuse_delete() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN IF OLD.seal IS NOT NULL THEN RETURN OLD; END IF;
   RAISE EXCEPTION 'audit_entries are append-only'; END $$`,
  'DROP TRIGGER audit_seals_refuse_delete ON audit_seals',
];
