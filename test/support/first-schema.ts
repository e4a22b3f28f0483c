import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { MIGRATIONS } from '../../src/storage/migrations/migrate.ts';
import { COLUMN_TYPES } from '../../src/storage/migrations/migration.ts';
import type { EngineName } from './engine-names.ts';

/** The first schema that holds judgements. */
const FIRST_SCHEMA = 5;
const JUDGEMENTS_A_TASK = 10;

/** A connection to a database that bypasses our own engine. */
export interface RawDatabase {
  readonly all: (sql: string) => Promise<readonly Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

/** Where the server and the test find the database. */
export interface Place {
  readonly engine: EngineName;
  /** A URL, or the data directory. */
  readonly location: string;
}

export async function openRaw({ engine, location }: Place): Promise<RawDatabase> {
  if (engine === 'sqlite') {
    const database = new DatabaseSync(join(location, 'jurybox.db'));
    return {
      all: async (sql) => database.prepare(sql).all(),
      close: async () => database.close(),
    };
  }
  const client = new pg.Client(location);
  await client.connect();
  return { all: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
}

/** Makes a database as the first release left it, with this many judgements in two workspaces. */
export async function makeFirstSchema(place: Place, judgements: number): Promise<void> {
  const database = await openRaw(place);
  const { engine } = place;
  const run = async (sqls: readonly string[]) => {
    for (const sql of sqls) await database.all(sql);
  };
  if (engine === 'sqlite') await run(['PRAGMA journal_mode = WAL']);
  await run(['BEGIN', CREATE_LEDGER]);
  for (const migration of MIGRATIONS.slice(0, FIRST_SCHEMA)) {
    const statements = migration.statements(COLUMN_TYPES[engine], engine);
    const sum = createHash('sha256').update(statements.join(';')).digest('hex');
    const entry = `INSERT INTO schema_migrations (number, name, checksum) VALUES (${migration.number}, '${migration.name}', '${sum}')`;
    await run([...statements, entry]);
  }
  await run([...fill(engine, judgements), 'COMMIT']);
  await database.close();
}

/** Counts judgements whose position or variants differ from those of their scenario and task. */
export const COUNT_MISPLACED = `SELECT CAST(count(*) AS integer) AS found FROM judgements j
  JOIN tasks t ON t.workspace_id = j.workspace_id AND t.id = j.task_id
  JOIN scenarios s ON s.workspace_id = t.workspace_id AND s.id = t.scenario_id
  WHERE j.position IS DISTINCT FROM s.position
    OR j.first_variant IS DISTINCT FROM t.first_variant
    OR j.second_variant IS DISTINCT FROM t.second_variant`;

const CREATE_LEDGER = `CREATE TABLE schema_migrations (
  number integer NOT NULL PRIMARY KEY, name text NOT NULL, checksum text NOT NULL
)`;

function fill(engine: EngineName, judgements: number): readonly string[] {
  const tasks = judgements / JUDGEMENTS_A_TASK;
  /** Ids that show the kind and the number of the row. */
  const id = (kind: number, number: string) =>
    engine === 'sqlite'
      ? `printf('0000000${kind}-0000-7000-8000-%012x', ${number})`
      : `CAST('0000000${kind}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0') AS uuid)`;
  const numbers = (count: number) =>
    `WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${count - 1})`;
  const user = id(1, '1');
  const workspace = id(3, 'i % 2');
  const task = `i / ${JUDGEMENTS_A_TASK}`;
  const workspaceOfTask = id(3, `(${task}) % 2`);
  return [
    `INSERT INTO users (id, username, email, email_key, password_hash, created_at, updated_at)
     VALUES (${user}, 'u', 'u@x.test', 'u@x.test', 'x', 0, 0)`,
    `INSERT INTO organizations (id, name, description, type, owner_id, created_at, updated_at)
     VALUES (${id(2, '1')}, 'o', '', 'default', ${user}, 0, 0)`,
    `INSERT INTO workspaces (id, organization_id, name, description, type, is_default, created_at,
       updated_at)
     ${numbers(2)} SELECT ${workspace}, ${id(2, '1')}, 'w', '', 'default', 0, 0, 0 FROM numbers`,
    `INSERT INTO human_evaluations (workspace_id, id, type, status, status_set_by, inputs, settings,
       judgements_per_task, guidelines_version, scenario_count, created_by, created_at, updated_at,
       published_at)
     ${numbers(2)} SELECT ${workspace}, ${id(4, 'i')}, 'human_a_b_testing',
       'EVALUATION_STARTED', 'server', '[]', '{}', 10, 1, ${tasks / 2}, ${user}, 0, 0, 0 FROM numbers`,
    `INSERT INTO queues (workspace_id, id, evaluation_id, task_count, returns)
     ${numbers(2)} SELECT ${workspace}, ${id(5, 'i')}, ${id(4, 'i')}, ${tasks / 2}, 0 FROM numbers`,
    `INSERT INTO scenarios (workspace_id, id, evaluation_id, position, inputs, correct_answer,
       is_pinned, texts_version, judgement_count, whole_count, open_tasks, is_complete)
     ${numbers(tasks)} SELECT ${workspace}, ${id(6, 'i')}, ${id(4, 'i % 2')}, i / 2, '{}', '', 0, 1,
       10, 10, 0, 1 FROM numbers`,
    `INSERT INTO tasks (workspace_id, id, queue_id, scenario_id, first_variant, second_variant, rank,
       load, have, is_ready)
     ${numbers(tasks)} SELECT ${workspace}, ${id(7, 'i')}, ${id(5, 'i % 2')}, ${id(6, 'i')}, i % 3,
       3 + i % 2, i, 10, 10, 1 FROM numbers`,
    `INSERT INTO judgements (workspace_id, id, evaluation_id, scenario_id, task_id, annotator_id,
       version, counts, outcome, winner, named_by, side, answers, note, guidelines_version,
       created_at, judged_at)
     ${numbers(judgements)} SELECT ${workspaceOfTask}, ${id(8, 'i')}, ${id(4, `(${task}) % 2`)},
       ${id(6, task)}, ${id(7, task)}, ${id(9, `i % ${JUDGEMENTS_A_TASK}`)}, 1, 1, 'tie', NULL,
       'slot', 0, '{}', '', 1, i, i FROM numbers`,
  ];
}
