import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { CITUS_URL, createClusterDatabase } from '../support/citus-cluster.ts';
import { createMigratedDatabase, dropDatabase } from '../support/databases.ts';
import { rounds } from '../support/effort.ts';
import { runCommand } from '../support/run-command.ts';
import { startTestServer } from '../support/running-server.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startServerProcess } from '../support/server-process.ts';
import { findFaults, type JournalEntry, readStored } from '../support/write-journal.ts';
import { keepWriting, makeTarget } from '../support/write-load.ts';

const KILLS = rounds({ short: 2, long: 10 });
const WRITERS = 4;

describe('on a Citus cluster', () => {
  test('jurybox distribute prepares an empty database, and refuses a distributed one', async (t) => {
    const databaseUrl = await createClusterDatabase(CITUS_URL ?? '');
    t.after(() => dropDatabase(databaseUrl));
    const distribute = () =>
      runCommand(['distribute'], { environment: { DATABASE_URL: databaseUrl } });
    const done = await distribute();
    assert.equal(done.code, 0, done.stderr);
    const again = await distribute();
    assert.equal(again.code, 2);
    assert.match(again.stderr, /already distributed/);
    const tables = await query(databaseUrl, 'SELECT citus_table_type AS type FROM citus_tables');
    const types = Map.groupBy(tables, ({ type }) => type);
    assert.deepEqual(new Set(types.keys()), new Set(['distributed', 'reference']));
  });

  test('jurybox distribute refuses a database with rows', async (t) => {
    const databaseUrl = await createClusterDatabase(CITUS_URL ?? '');
    t.after(() => dropDatabase(databaseUrl));
    const server = await startTestServer({ engine: 'postgres', databaseUrl });
    await server.stop();
    const environment = { DATABASE_URL: databaseUrl };
    const refused = await runCommand(['distribute'], { environment });
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /The database has rows/);
  });

  test(`kill -9 of the service, ${KILLS} times, loses and doubles no acknowledged write`, async (t) => {
    const databaseUrl = await makeDatabase(t);
    const random = seededRandom('kills on a cluster');
    const journal: JournalEntry[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startServerProcess({ databaseUrl });
      assert.deepEqual(findFaults(journal, await readStored(server.owner, journal)), []);
      const target = await makeTarget(server.owner, journal);
      const load = { client: () => server.owner, target, journal, random, isOver: () => false };
      const writers = Array.from({ length: WRITERS }, () => keepWriting(load));
      await setTimeout(random.between(200, 2_000));
      await server.kill();
      await Promise.all(writers);
    }
    const server = await startServerProcess({ databaseUrl });
    assert.deepEqual(findFaults(journal, await readStored(server.owner, journal)), []);
    await server.kill();
  });

  test('revisions are never rewritten', async (t) => {
    const databaseUrl = await makeDatabase(t);
    const server = await startTestServer({ engine: 'postgres', databaseUrl });
    t.after(() => server.stop());
    await makeTarget(server.owner, []);
    await assert.rejects(
      query(databaseUrl, "UPDATE variant_revisions SET parameters = '{}'"),
      /variant_revisions are immutable/,
    );
  });
});

async function makeDatabase(t: TestContext): Promise<string> {
  const databaseUrl = await createMigratedDatabase();
  t.after(() => dropDatabase(databaseUrl));
  return databaseUrl;
}

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
