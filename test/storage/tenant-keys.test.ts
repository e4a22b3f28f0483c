import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '../../src/storage/distribution.ts';
import { statement } from '../../src/storage/statement.ts';
import { openTestEngine } from '../support/open-engine.ts';

const KEYS = statement(
  {
    postgres: `SELECT c.conrelid::regclass::text AS table_name, c.contype::text AS kind, c.conname::text AS name,
        (SELECT string_agg(a.attname, ',' ORDER BY k.position)
         FROM unnest(c.conkey) WITH ORDINALITY AS k(number, position)
         JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number) AS columns
      FROM pg_constraint c
      WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('p', 'u', 'f')`,
    sqlite: "SELECT '' AS table_name, '' AS kind, '' AS name, '' AS columns",
  },
  { tableName: 'text', kind: 'text', name: 'text', columns: 'text' },
);

const TABLES = statement(
  {
    postgres: `SELECT table_name::text AS table_name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    sqlite: "SELECT '' AS table_name",
  },
  { tableName: 'text' },
);

describe('the catalogue of the database', () => {
  test('has every table in one list, and the workspace first in each key of a tenant table', async () => {
    const { engine, close } = await openTestEngine('postgres');
    try {
      const tables = (await engine.query(TABLES, [])).map((table) => table.tableName);
      // A table in neither list would stay on one server of a distributed database.
      assert.deepEqual(tables.toSorted(), [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES].toSorted());
      const keys = await engine.query(KEYS, []);
      for (const table of DISTRIBUTED_TABLES) {
        const own = keys.filter((key) => key.tableName === table);
        assert.ok(
          own.some((key) => key.kind === 'p'),
          `${table} has no primary key`,
        );
        for (const key of own) {
          assert.equal(key.columns.split(',')[0], 'workspace_id', `${table}: ${key.name}`);
        }
      }
    } finally {
      await close();
    }
  });
});
