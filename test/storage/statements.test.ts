import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { STATEMENTS, sqlName } from '../../src/storage/statement.ts';
import { columnsOf } from '../support/describe-statement.ts';
import { ENGINES } from '../support/engine-names.ts';
import { openTestEngine } from '../support/open-engine.ts';

const root = join(import.meta.dirname, '../..');
for await (const file of glob('src/storage/**/*.ts', { cwd: root })) {
  if (!file.endsWith('.test.ts')) await import(join(root, file));
}

const IS_WRITING = /^\s*(INSERT|UPDATE|DELETE)\b|\bUPDATE [a-z_]+ SET\b/;
const VOLATILE = /\b(clock_timestamp|gen_random_uuid|nextval|random|timeofday)\(/;
const HOLDS_ROWS = /\bFOR (UPDATE|NO KEY UPDATE|SHARE)\b/;
const SAME_WORKSPACE = /workspace_id = [a-z_]+\.workspace_id/;
const JOINED = new RegExp(`JOIN [a-z_]+ [a-z_]+ ON [a-z_]+\\.${SAME_WORKSPACE.source}`, 'g');

/** Each rule was a refusal of Citus (decision 0045). */
const RULES: readonly (readonly [string, (sql: string) => boolean])[] = [
  [
    'writes what a volatile function says: use clocked() or a parameter',
    (sql) => IS_WRITING.test(sql) && VOLATILE.test(sql),
  ],
  [
    'has a subquery in INSERT … VALUES: use INSERT … SELECT, or a statement of its own',
    (sql) => /^\s*INSERT\b[^(]*\([^)]*\)\s*VALUES\b.*\bSELECT\b/s.test(sql),
  ],
  ['finds rows by their place in a file: use their key', (sql) => /\bctid\b/.test(sql)],
  [
    'holds rows of a workspace that it takes from another table: say the parameter again',
    (sql) => HOLDS_ROWS.test(sql) && SAME_WORKSPACE.test(sql.replaceAll(JOINED, '')),
  ],
];

describe('every SQL statement', () => {
  test('has a name of its own that says what it is', () => {
    const names = STATEMENTS.map(({ name }) => name);
    for (const name of names)
      assert.match(name, /^(select|insert|update|delete)_[a-z_]*_[0-9a-f]{8}$/);
    assert.equal(new Set(names).size, names.length);
  });

  test('keeps to what a database takes that is distributed over several servers', () => {
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
});
