import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { STATEMENTS } from '../../src/storage/statement.ts';
import '../../src/storage/judging/task-claims.ts';
import { openTestEngine } from '../support/open-engine.ts';

/** The id of a workspace or queue, by its number. */
const idOf = (kind: string, number: string) => `CAST(md5('${kind}' || ${number}) AS uuid)`;

const INSERT_TASKS = `INSERT INTO tasks (workspace_id, id, queue_id, scenario_id, first_variant,
    second_variant, rank, have, is_ready, places_left)
  SELECT ${idOf('workspace', 'q')}, gen_random_uuid(), ${idOf('queue', 'q')}, gen_random_uuid(), 0, 1,
    r, 0, 1, CASE WHEN q = 0 THEN 1 ELSE 0 END
  FROM generate_series(0, 1000) q, generate_series(1, CASE WHEN q = 0 THEN 2000 ELSE 120 END) r`;

// With more workspaces PostgreSQL expects fewer tasks in a queue, and may read all of them for one.
test('a claim finds the first task of a scenario by the scenario, even with many workspaces', async () => {
  const { location, close } = await openTestEngine('postgres');
  const client = new pg.Client(location);
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(INSERT_TASKS);
    await client.query('VACUUM ANALYZE tasks');
    await client.query('SET join_collapse_limit = 1');
    const claims = STATEMENTS.filter(({ text }) => text.postgres.includes('JOIN tasks lead'));
    assert.equal(claims.length, 2);
    for (const { name, text } of claims) {
      await client.query(`PREPARE ${name} AS ${text.postgres}`);
      const { rows } = await client.query<Record<'QUERY PLAN', string>>(
        `EXPLAIN EXECUTE ${name} (${idOf('workspace', "'0'")}, ${idOf('queue', "'0'")}, -1, 2147483647, gen_random_uuid())`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, /tasks_in_turn/, plan);
      assert.doesNotMatch(plan, /tasks_by_have/, plan);
    }
  } finally {
    await client.end();
    await close();
  }
});
