import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { STATEMENTS, sqlName } from '../../src/storage/statement.ts';
import { columnsOf } from '../support/describe-statement.ts';
import { ENGINES } from '../support/engine-names.ts';
import { openTestEngine, type TestEngine } from '../support/open-engine.ts';

const root = join(import.meta.dirname, '../..');
for await (const file of glob('src/storage/**/*.ts', { cwd: root })) {
  if (!file.endsWith('.test.ts')) await import(join(root, file));
}

const IS_WRITING = /^\s*(INSERT|UPDATE|DELETE)\b|\bUPDATE [a-z_]+ SET\b/;
const VOLATILE = /\b(clock_timestamp|gen_random_uuid|nextval|random|timeofday)\(/;
const LOCKS_ROWS = /\bFOR (UPDATE|NO KEY UPDATE|SHARE)\b/;
const SAME_WORKSPACE = /workspace_id = [a-z_]+\.workspace_id/;
const JOINED = new RegExp(`JOIN [a-z_]+ [a-z_]+ ON [a-z_]+\\.${SAME_WORKSPACE.source}`, 'g');

/** Each rule is something that Citus refused (decision 0045). */
const RULES: readonly (readonly [string, (sql: string) => boolean])[] = [
  [
    'writes the result of a volatile function: use withClock() or a parameter',
    (sql) => IS_WRITING.test(sql) && VOLATILE.test(sql),
  ],
  [
    'has a subquery in INSERT … VALUES: use INSERT … SELECT, or a separate statement',
    (sql) => /^\s*INSERT\b[^(]*\([^)]*\)\s*VALUES\b.*\bSELECT\b/s.test(sql),
  ],
  ['finds rows by their place in a file: use their key', (sql) => /\bctid\b/.test(sql)],
  [
    'locks rows of a workspace that it takes from another table: repeat the parameter',
    (sql) => LOCKS_ROWS.test(sql) && SAME_WORKSPACE.test(sql.replaceAll(JOINED, '')),
  ],
];

/** Statements that may read a whole table: at the start, in upkeep, for operators, or rarely. */
const READS_WHOLE = [
  // Ends at its first row.
  'SELECT id FROM users LIMIT 1',
  // The schema.
  'FROM sqlite_master',
  'FROM sqlite_schema',
  'FROM schema_migrations',
  // At the start, and upkeep.
  'DELETE FROM idempotency_keys WHERE answer IS NULL',
  'DELETE FROM attempts WHERE window_started_at <= ',
  'DELETE FROM credentials WHERE valid_until <= ',
  'DELETE FROM invitations WHERE expires_at <= ',
  'DELETE FROM password_resets WHERE expires_at <= ',
  "UPDATE generation_runs SET status = 'canceled'",
  'SELECT workspace_id FROM audit_seals UNION',
  'FROM retention_settings r ORDER BY',
  // One row for each process.
  'FROM generation_workers WHERE seen_at',
  // Commands of the operator: another master key, the doctor, an import from another product.
  'FROM providers WHERE sealed_key IS NOT NULL',
  'UPDATE providers SET sealed_key = sealed_key WHERE',
  'SELECT base_url, MAX(loopback_allowed_at) AS loopback_allowed_at FROM providers',
  'FROM workspaces w JOIN organizations o ON o.id = w.organization_id ORDER BY',
  // The owner of the installation, for its settings and for metrics.
  'SELECT owner_id FROM organizations ORDER BY created_at, id LIMIT 1',
  // When a person is deleted.
  'DELETE FROM invitations WHERE email_key = ',
] as const;

/** A step through all tasks of a queue, or all judgements or assignments of a workspace. */
const ALONG =
  /INDEX (tasks_by_have \(workspace_id=\? AND queue_id=\?.*|(judgements|assignments)_\w+ \(workspace_id=\?)\)$/;

describe('every SQL statement', () => {
  test('has a unique name of a verb, a table and a digest', () => {
    const names = STATEMENTS.map(({ name }) => name);
    for (const name of names)
      assert.match(name, /^(select|insert|update|delete)_[a-z_]*_[0-9a-f]{8}$/);
    assert.equal(new Set(names).size, names.length);
  });

  test('uses only what a distributed database accepts', () => {
    const faults = STATEMENTS.flatMap(({ name, text }) =>
      RULES.filter(([, isBroken]) => isBroken(text.postgres)).map(([rule]) => `${name}: ${rule}`),
    );
    assert.deepEqual(faults, []);
  });

  for (const name of ENGINES) {
    test(`is accepted by ${name} and returns the declared columns`, async () => {
      const { location, close } = await openTestEngine(name);
      try {
        assert.ok(STATEMENTS.length > 30, `only ${STATEMENTS.length} statements were found`);
        for (const statement of STATEMENTS) {
          const text = statement.text[name];
          const columns = await columnsOf(name, { location, text }).catch((error) => {
            throw new Error(`${text}\n${error.message}`);
          });
          assert.deepEqual(columns, Object.keys(statement.columns).map(sqlName), text);
        }
      } finally {
        await close();
      }
    });
  }

  test('reads a list from where a page begins', () => {
    // "After this place, or null" would be read from the beginning for each page.
    const paged = STATEMENTS.map(({ text }) => text.sqlite).filter((sql) =>
      /\([\w.]+, [\w.]+\) [<>] \(/.test(sql),
    );
    assert.ok(paged.length > 10, `only ${paged.length} statements read pages`);
    const wrong = paged.filter((sql) => /IS NULL OR \([\w.]+, [\w.]+\) [<>]/.test(sql));
    assert.deepEqual(wrong, []);
  });

  test('is compiled once by SQLite, whatever the length of a page or the search', () => {
    const limited = STATEMENTS.map(({ text }) => text.sqlite).filter((sql) =>
      /(LIMIT|LIKE)\s+\(?(CAST\()?\?/.test(sql),
    );
    assert.ok(limited.length > 30, `only ${limited.length} statements have a limit or a pattern`);
    assert.ok(limited.some((sql) => sql.includes('LIKE CAST(?')));
    // See numberedForSqlite and isLikeSought.
    const wrong = limited.filter((sql) => /LIMIT \?\d+(?!\d| \+ 0)|LIKE\s+\?/.test(sql));
    assert.deepEqual(wrong, []);
  });

  describe('as SQLite plans it', () => {
    let storage: TestEngine;
    let database: DatabaseSync;
    before(async () => {
      storage = await openTestEngine('sqlite');
      database = new DatabaseSync(storage.location, { readOnly: true });
    });
    after(async () => {
      database.close();
      await storage.close();
    });

    test('finds the rows of a scenario by the scenario, not along its queue or its workspace', () => {
      const naming = STATEMENTS.map(({ text }) => text.sqlite).filter((sql) =>
        /\bscenario_id (=|IN) /.test(sql),
      );
      assert.ok(naming.length > 30, `only ${naming.length} statements name scenarios`);
      const wrong = naming.filter((sql) => stepsOf(database, sql).some((step) => ALONG.test(step)));
      assert.deepEqual(wrong, []);
    });

    test('finds the tasks of an annotator by their own rows, not along the queue', () => {
      const owns = STATEMENTS.map(({ text }) => text.sqlite).filter((sql) => / own\s/.test(sql));
      const joining = owns.filter((sql) => /\bJOIN tasks\b/.test(sql));
      assert.ok(joining.length > 0, 'no statement joins tasks');
      const wrong = joining.filter((sql) =>
        stepsOf(database, sql).some((step) =>
          step.startsWith('SEARCH t USING INDEX tasks_by_have'),
        ),
      );
      assert.deepEqual(wrong, []);
    });

    test('reads no whole table for a request', () => {
      const partial = partialIndexes(database);
      const wholes = STATEMENTS.map(({ text }) => text.sqlite)
        .filter((sql) => readsWhole(stepsOf(database, sql), partial))
        .map((sql) => sql.replaceAll(/\s+/g, ' '));
      const isKnown = (sql: string) => READS_WHOLE.some((known) => sql.includes(known));
      assert.deepEqual(
        wholes.filter((sql) => !isKnown(sql)),
        [],
      );
      const used = READS_WHOLE.filter((known) => wholes.some((sql) => sql.includes(known)));
      assert.deepEqual(used, READS_WHOLE);
    });
  });
});

function partialIndexes(database: DatabaseSync): readonly string[] {
  return database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%WHERE%'")
    .all()
    .map(({ name }) => String(name));
}

/** The steps of SQLite's plan for a statement. */
function stepsOf(database: DatabaseSync, sql: string): readonly string[] {
  return database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail));
}

/** Whether a step reads every row of a table, or of an index that is not partial. */
function readsWhole(steps: readonly string[], partial: readonly string[]): boolean {
  return steps.some((step) => {
    const [, name = '', index = ''] =
      /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?$/.exec(step) ?? [];
    return name !== '' && !isMade(name, steps) && !partial.includes(index);
  });
}

/** Whether another step makes, and so limits, these rows. Views of callers have the alias `c`. */
function isMade(name: string, steps: readonly string[]): boolean {
  const maker = name === 'c' ? '(c|\\w+_callers)' : name;
  return steps.some((step) => new RegExp(`^(CO-ROUTINE|MATERIALIZE) ${maker}$`).test(step));
}
