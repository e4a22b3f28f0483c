import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { STATEMENTS } from '../../src/storage/statement.ts';
import '../../src/storage/evaluations/scenarios.ts';
import { openTestEngine } from '../support/open-engine.ts';

/** Not a join of all outputs with all scenarios, which would look for the newest import of each. */
const BY_SCENARIO = /on written_outputs w .*\n\s*(Index Cond|Filter): .*\(scenario_id = s\.id\)/;

// PostgreSQL keeps the plan of a prepared statement until it learns that a table has grown.
test('outputs are found by their scenario, even with a plan for an almost empty table', async () => {
  const { location, close } = await openTestEngine('postgres');
  const client = new pg.Client(location);
  await client.connect();
  try {
    await client.query('ANALYZE');
    await client.query('SET plan_cache_mode = force_generic_plan');
    const statements = STATEMENTS.filter(({ text }) =>
      /o\.output\s+FROM scenarios/.test(text.postgres),
    );
    assert.ok(statements.length > 0);
    for (const { name, text } of statements) {
      await client.query(`PREPARE ${name} AS ${text.postgres}`);
      const { rows } = await client.query<Record<'QUERY PLAN', string>>(
        `EXPLAIN EXECUTE ${name} (gen_random_uuid(), gen_random_uuid(), '[0]')`,
      );
      assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), BY_SCENARIO);
    }
  } finally {
    await client.end();
    await close();
  }
});
