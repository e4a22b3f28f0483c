import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { IS_CALLER } from '../../src/storage/callers.ts';
import { STATEMENTS, type Statement } from '../../src/storage/statement.ts';
import { createMigratedDatabase, dropDatabase } from '../support/databases.ts';

const root = join(import.meta.dirname, '../..');
for await (const file of glob('src/storage/**/*.ts', { cwd: root })) {
  if (!file.endsWith('.test.ts')) await import(join(root, file));
}

/** By the type of a parameter, or by its number. */
type Samples = Readonly<Record<string, string>>;

/** Parameters for statements of which only the form matters. */
const SAMPLES: Samples = {
  uuid: "'00000000-0000-0000-0000-000000000001'",
  integer: '1',
  bigint: '1',
  json: "'[]'",
  jsonb: "'[]'",
  // Also a JSON array, because many statements cast a text to one.
  text: "'[]'",
  pg_lsn: "'0/0'",
};

/** The parameter of IS_CALLER that names the workspace. */
const WORKSPACE = '$3';

const FOR_CALLERS = STATEMENTS.filter(({ text }) => text.postgres.includes(IS_CALLER));

/** From the sixth execution on, PostgreSQL may use one plan for all values of the parameters. */
const EXECUTIONS = 7;

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

  test('is accepted', async () => {
    assert.deepEqual(await listRefused(STATEMENTS, SAMPLES), []);
  });

  test('that starts from a credential is accepted without a workspace, as old keys send it', async () => {
    assert.ok(FOR_CALLERS.length > 25);
    assert.deepEqual(await listRefused(FOR_CALLERS, { ...SAMPLES, [WORKSPACE]: 'NULL' }), []);
  });

  test('that starts from a credential asks one shard of each table when the workspace is named', async () => {
    assert.deepEqual(await listScattered(FOR_CALLERS), []);
  });

  test('that names its workspace asks one shard of each table', async () => {
    const named = STATEMENTS.filter(({ text }) => /workspace_id = \$1\b/.test(text.postgres));
    assert.ok(named.length > 200);
    assert.deepEqual(await listScattered(named), []);
  });

  async function listScattered(statements: readonly Statement[]): Promise<readonly string[]> {
    const scattered: string[] = [];
    for (const { name, text } of statements) {
      const tasks = await countTasks(text.postgres);
      if (tasks > 1) scattered.push(`${name}: ${tasks}`);
    }
    return scattered;
  }

  async function listRefused(
    statements: readonly Statement[],
    samples: Samples,
  ): Promise<readonly string[]> {
    const refused: string[] = [];
    for (const { name, text } of statements) {
      const refusal = await tryOut(text.postgres, samples);
      if (refusal !== undefined) refused.push(`${name}: ${refusal}`);
    }
    return refused;
  }

  /** The largest number of shards of a table that a plan asks. */
  async function countTasks(sql: string): Promise<number> {
    let most = 0;
    try {
      await client.query(`PREPARE tried AS ${sql}`);
      const call = `EXPLAIN (COSTS OFF) EXECUTE tried${await samplesOf('tried', SAMPLES)}`;
      for (let execution = 0; execution < EXECUTIONS; execution += 1) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(call);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
        most = Math.max(most, ...tasks);
      }
      return most;
    } finally {
      await client.query('DEALLOCATE ALL');
    }
  }

  /** Why a statement cannot run; undefined if it can, even if its data is refused. */
  async function tryOut(sql: string, samples: Samples): Promise<string | undefined> {
    try {
      await client.query('BEGIN');
      await client.query(`PREPARE tried AS ${sql}`);
      await client.query(`EXECUTE tried${await samplesOf('tried', samples)}`);
      return undefined;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      // The statement ran, and its data was refused.
      const isDataError =
        /^(23|22|P0001)/.test(error.code ?? '') || / violates /.test(error.message);
      return isDataError ? undefined : `${error.code} ${error.message}`;
    } finally {
      await client.query('ROLLBACK');
      await client.query('DEALLOCATE ALL');
    }
  }

  async function samplesOf(name: string, samples: Samples): Promise<string> {
    const { rows } = await client.query<{ types: string }>(
      `SELECT array_to_string(parameter_types, ',') AS types FROM pg_prepared_statements
       WHERE name = '${name}'`,
    );
    const types = (rows[0]?.types ?? '').split(',').filter((type) => type !== '');
    if (types.length === 0) return '';
    const values = types.map((type, at) => samples[`$${at + 1}`] ?? samples[type] ?? 'NULL');
    return `(${values.join(', ')})`;
  }
});
