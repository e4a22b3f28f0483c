import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { STATEMENTS } from '../../src/storage/statement.ts';
import { createMigratedDatabase, dropDatabase } from '../support/databases.ts';

const root = join(import.meta.dirname, '../..');
for await (const file of glob('src/storage/**/*.ts', { cwd: root })) {
  if (!file.endsWith('.test.ts')) await import(join(root, file));
}

/** What a statement is given where only its form matters. */
const SAMPLES: Readonly<Record<string, string>> = {
  uuid: "'00000000-0000-0000-0000-000000000001'",
  integer: '1',
  bigint: '1',
  json: "'[]'",
  jsonb: "'[]'",
  // Also a JSON array, which many statements make of a text.
  text: "'[]'",
  pg_lsn: "'0/0'",
};

describe('on a Citus cluster every SQL statement', () => {
  let url = '';
  let client: pg.Client;
  before(async () => {
    url = await createMigratedDatabase();
    client = new pg.Client(url);
    await client.connect();
  });
  after(async () => {
    await client.end();
    await dropDatabase(url);
  });

  test('is taken', async () => {
    const refused: string[] = [];
    for (const { name, text } of STATEMENTS) {
      const refusal = await tryOut(text.postgres);
      if (refusal !== undefined) refused.push(`${name}: ${refusal}`);
    }
    assert.deepEqual(refused, []);
  });

  test('that says its workspace asks one part of each table', async () => {
    const scattered: string[] = [];
    // Which output a scenario shows is found by a view that compares rows, and asks all parts.
    const named = STATEMENTS.filter(
      ({ text: { postgres } }) =>
        /workspace_id = \$1\b/.test(postgres) && !/\bscenario_outputs\b/.test(postgres),
    );
    for (const { name, text } of named) {
      const tasks = await countTasks(text.postgres);
      if (tasks > 1) scattered.push(`${name}: ${tasks}`);
    }
    assert.deepEqual(scattered, []);
  });

  /** How many parts of a table the plan asks, at most. */
  async function countTasks(sql: string): Promise<number> {
    try {
      await client.query(`PREPARE tried AS ${sql}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (COSTS OFF) EXECUTE tried${await samplesOf('tried')}`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return Math.max(0, ...[...plan.matchAll(/Task Count: (\d+)/g)].map(([, n]) => Number(n)));
    } finally {
      await client.query('DEALLOCATE ALL');
    }
  }

  /** Why it cannot be run; undefined where it can, whatever the rows say to it. */
  async function tryOut(sql: string): Promise<string | undefined> {
    try {
      await client.query('BEGIN');
      await client.query(`PREPARE tried AS ${sql}`);
      await client.query(`EXECUTE tried${await samplesOf('tried')}`);
      return undefined;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      // The statement was run, and refused for what it was given.
      const isOfData = /^(23|22|P0001)/.test(error.code ?? '') || / violates /.test(error.message);
      return isOfData ? undefined : `${error.code} ${error.message}`;
    } finally {
      await client.query('ROLLBACK');
      await client.query('DEALLOCATE ALL');
    }
  }

  async function samplesOf(name: string): Promise<string> {
    const { rows } = await client.query<{ types: string }>(
      `SELECT array_to_string(parameter_types, ',') AS types FROM pg_prepared_statements
       WHERE name = '${name}'`,
    );
    const types = (rows[0]?.types ?? '').split(',').filter((type) => type !== '');
    return types.length === 0 ? '' : `(${types.map((type) => SAMPLES[type] ?? 'NULL').join(', ')})`;
  }
});
