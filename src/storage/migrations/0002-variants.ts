import type { EngineKind } from '../statement.ts';
import { type Migration, unique } from './migration.ts';

/** Apps, bases, variants, environments. Tenant tables: every key starts with the workspace. */
export const variants: Migration = {
  number: 2,
  name: 'variants',
  statements: (t, engine) => [
    `CREATE TABLE apps (
      workspace_id ${t.id} NOT NULL REFERENCES workspaces (id),
      id ${t.id} NOT NULL,
      name ${t.text} NOT NULL,
      name_key ${t.text} NOT NULL,
      created_by ${t.id} NOT NULL,
      version ${t.number} NOT NULL,
      created_at ${t.time} NOT NULL,
      updated_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      ${unique('apps', 'workspace_id', 'name_key')}
    ) ${t.tableEnd}`,
    'CREATE INDEX apps_by_age ON apps (workspace_id, created_at, id)',
    `CREATE TABLE bases (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      app_id ${t.id} NOT NULL,
      name ${t.text} NOT NULL,
      name_key ${t.text} NOT NULL,
      uri ${t.text},
      version ${t.number} NOT NULL,
      created_at ${t.time} NOT NULL,
      updated_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      ${unique('bases', 'workspace_id', 'app_id', 'name_key')},
      FOREIGN KEY (workspace_id, app_id) REFERENCES apps (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    `CREATE TABLE variants (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      app_id ${t.id} NOT NULL,
      base_id ${t.id} NOT NULL,
      name ${t.text} NOT NULL,
      name_key ${t.text} NOT NULL,
      config_name ${t.text} NOT NULL,
      config_name_key ${t.text} NOT NULL,
      previous_variant_name ${t.text},
      created_by ${t.id} NOT NULL,
      head ${t.number} NOT NULL,
      parameters_hash ${t.text} NOT NULL,
      version ${t.number} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      ${unique('variants', 'workspace_id', 'app_id', 'name_key')},
      ${unique('variants', 'workspace_id', 'base_id', 'config_name_key')},
      FOREIGN KEY (workspace_id, app_id) REFERENCES apps (workspace_id, id) ON DELETE CASCADE,
      FOREIGN KEY (workspace_id, base_id) REFERENCES bases (workspace_id, id)
    ) ${t.tableEnd}`,
    'CREATE INDEX variants_of_base_by_age ON variants (workspace_id, base_id, created_at, id)',
    'CREATE INDEX variants_of_app_by_age ON variants (workspace_id, app_id, created_at, id)',
    `CREATE TABLE variant_revisions (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      variant_id ${t.id} NOT NULL,
      revision ${t.number} NOT NULL,
      config_name ${t.text} NOT NULL,
      parameters ${t.text} NOT NULL,
      commit_message ${t.text},
      restored_from ${t.number},
      created_by ${t.id} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      ${unique('variant_revisions', 'workspace_id', 'variant_id', 'revision')},
      FOREIGN KEY (workspace_id, variant_id)
        REFERENCES variants (workspace_id, id) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    ...immutable(engine, 'variant_revisions'),
    `CREATE TABLE environments (
      workspace_id ${t.id} NOT NULL,
      app_id ${t.id} NOT NULL,
      name ${t.text} NOT NULL,
      position ${t.number} NOT NULL,
      head ${t.number} NOT NULL,
      deployed_variant_id ${t.id},
      PRIMARY KEY (workspace_id, app_id, name),
      FOREIGN KEY (workspace_id, app_id) REFERENCES apps (workspace_id, id) ON DELETE CASCADE,
      FOREIGN KEY (workspace_id, deployed_variant_id) REFERENCES variants (workspace_id, id)
    ) ${t.tableEnd}`,
    'CREATE INDEX environments_by_variant ON environments (workspace_id, deployed_variant_id)',
    `CREATE TABLE environment_revisions (
      workspace_id ${t.id} NOT NULL,
      id ${t.id} NOT NULL,
      app_id ${t.id} NOT NULL,
      environment_name ${t.text} NOT NULL,
      revision ${t.number} NOT NULL,
      variant_id ${t.id} NOT NULL,
      variant_name ${t.text} NOT NULL,
      variant_revision_id ${t.id} NOT NULL,
      variant_revision ${t.number} NOT NULL,
      commit_message ${t.text},
      reverted_from ${t.number},
      created_by ${t.id} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, id),
      ${unique('environment_revisions', 'workspace_id', 'app_id', 'environment_name', 'revision')},
      FOREIGN KEY (workspace_id, app_id, environment_name)
        REFERENCES environments (workspace_id, app_id, name) ON DELETE CASCADE
    ) ${t.tableEnd}`,
    ...immutable(engine, 'environment_revisions'),
  ],
};

/** Recorded revisions are never rewritten, not even by a defect of ours. */
function immutable(engine: EngineKind, table: string): readonly string[] {
  if (engine === 'sqlite') {
    return [
      `CREATE TRIGGER ${table}_are_immutable BEFORE UPDATE ON ${table}
       BEGIN SELECT RAISE(ABORT, '${table} are immutable'); END`,
    ];
  }
  return [
    `CREATE FUNCTION ${table}_refuse_update() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION '${table} are immutable'; END $$`,
    `CREATE TRIGGER ${table}_are_immutable BEFORE UPDATE ON ${table}
     FOR EACH ROW EXECUTE FUNCTION ${table}_refuse_update()`,
  ];
}
