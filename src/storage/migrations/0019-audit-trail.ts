import type { EngineKind } from '../statement.ts';
import type { Migration } from './migration.ts';

/** As they were when this migration was written. */
const ACTOR_KINDS = ['user', 'key', 'guest', 'anyone', 'service'];

const sqlList = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** An entry may change once and in one column: when a seal takes it. */
const IS_SEALING = `OLD.seal IS NULL AND NEW.seal IS NOT NULL
  AND NEW.workspace_id = OLD.workspace_id AND NEW.at = OLD.at AND NEW.id = OLD.id
  AND NEW.operation = OLD.operation AND NEW.actor_kind = OLD.actor_kind
  AND NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id
  AND NEW.key_prefix IS NOT DISTINCT FROM OLD.key_prefix
  AND NEW.object_kind IS NOT DISTINCT FROM OLD.object_kind
  AND NEW.object_id IS NOT DISTINCT FROM OLD.object_id AND NEW.detail = OLD.detail
  AND NEW.address = OLD.address AND NEW.request_id = OLD.request_id`;

const IS_CUT = (seal: string) =>
  `EXISTS (SELECT 1 FROM audit_cuts c WHERE c.workspace_id = OLD.workspace_id AND c.seal >= OLD.${seal})`;

/**
 * Actor, operation, time and address of every write. The transaction of the write appends its
 * entry; seals chain entries afterwards; a cut names what retention then removes. Triggers refuse
 * the rest.
 */
export const auditTrail: Migration = {
  number: 19,
  name: 'audit-trail',
  statements: (t, engine) => [
    `CREATE TABLE audit_entries (
      workspace_id ${t.id} NOT NULL,
      at ${t.time} NOT NULL,
      id ${t.id} NOT NULL,
      operation ${t.text} NOT NULL,
      actor_kind ${t.text} NOT NULL,
      actor_id ${t.id},
      key_prefix ${t.text},
      object_kind ${t.text},
      object_id ${t.text},
      detail ${t.text} NOT NULL,
      address ${t.text} NOT NULL,
      request_id ${t.text} NOT NULL,
      seal ${t.number},
      PRIMARY KEY (workspace_id, at, id),
      CONSTRAINT "audit_entries.actor_kind" CHECK (actor_kind IN (${sqlList(ACTOR_KINDS)}))
    ) ${t.tableEnd}`,
    'CREATE INDEX audit_entries_unsealed ON audit_entries (workspace_id, at, id) WHERE seal IS NULL',
    'CREATE INDEX audit_entries_of_seal ON audit_entries (workspace_id, seal) WHERE seal IS NOT NULL',
    `CREATE TABLE audit_seals (
      workspace_id ${t.id} NOT NULL,
      number ${t.number} NOT NULL,
      entries ${t.number} NOT NULL,
      newest_at ${t.time} NOT NULL,
      previous_hash ${t.text} NOT NULL,
      hash ${t.text} NOT NULL,
      CONSTRAINT "audit_seals.number" PRIMARY KEY (workspace_id, number)
    ) ${t.tableEnd}`,
    `CREATE TABLE audit_cuts (
      workspace_id ${t.id} NOT NULL PRIMARY KEY,
      seal ${t.number} NOT NULL,
      hash ${t.text} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE TABLE retention_settings (
      workspace_id ${t.id} NOT NULL PRIMARY KEY,
      audit_days ${t.number},
      evaluation_days ${t.number}
    ) ${t.tableEnd}`,
    ...refusalTriggers(engine, { table: 'audit_entries', event: 'UPDATE', unless: IS_SEALING }),
    ...refusalTriggers(engine, { table: 'audit_entries', event: 'DELETE', unless: IS_CUT('seal') }),
    ...refusalTriggers(engine, { table: 'audit_seals', event: 'UPDATE', unless: '1 = 0' }),
    ...refusalTriggers(engine, { table: 'audit_seals', event: 'DELETE', unless: IS_CUT('number') }),
  ],
};

interface Refusal {
  readonly table: string;
  readonly event: 'UPDATE' | 'DELETE';
  readonly unless: string;
}

function refusalTriggers(engine: EngineKind, { table, event, unless }: Refusal): readonly string[] {
  const name = `${table}_refuse_${event.toLowerCase()}`;
  const sentence = `${table} are append-only`;
  if (engine === 'sqlite') {
    return [
      `CREATE TRIGGER ${name} BEFORE ${event} ON ${table} WHEN NOT (${unless})
       BEGIN SELECT RAISE(ABORT, '${sentence}'); END`,
    ];
  }
  const row = event === 'UPDATE' ? 'NEW' : 'OLD';
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN IF ${unless} THEN RETURN ${row}; END IF; RAISE EXCEPTION '${sentence}'; END $$`,
    `CREATE TRIGGER ${name} BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
  ];
}
