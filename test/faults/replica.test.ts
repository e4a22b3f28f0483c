import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { Client } from '../../src/client/client.ts';
import { unique } from '../support/builders.ts';
import {
  type PostgresServer,
  type ReplicaServer,
  startPostgres,
} from '../support/postgres-server.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { until } from '../support/until.ts';

/** The tests share one server, a primary and its replica, and run in order. */
describe('reads from a replica', () => {
  let postgres: PostgresServer;
  let replica: ReplicaServer;
  let server: TestServer;
  let client: Client;
  before(async () => {
    postgres = await startPostgres();
    replica = await postgres.startReplica();
    server = await startTestServer({
      engine: 'postgres',
      databaseUrl: postgres.url,
      environment: { DATABASE_READ_URL: replica.url },
    });
    client = server.owner;
  });
  after(async () => {
    await server.stop();
    await postgres.stop();
  });

  /** What the caller has just written is listed, whichever database answers. */
  const assertFresh = async () => {
    const { app_id } = await client.createApp({ body: { app_name: unique('app') } });
    const apps = await client.listApps();
    assert.ok(apps.some((app) => app.app_id === app_id));
  };

  /** Whether the replica has listed apps since its connection was opened. */
  const hasListedApps = async () => {
    const rows = await runOn(
      replica,
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'jurybox' AND query LIKE '%JOIN apps%'",
    );
    return rows.length > 0;
  };

  test('come from the replica, and hold what the caller has just written', async () => {
    for (let times = 0; times < 20; times += 1) await assertFresh();
    await until('the replica answers', async () => {
      await assertFresh();
      return hasListedApps();
    });
  });

  test('come from the primary while the replica is behind', async () => {
    await runOn(replica, 'SELECT pg_wal_replay_pause()');
    await assertFresh();
    assert.match(server.logs(), /is behind: the primary answers/);
    await runOn(replica, 'SELECT pg_wal_replay_resume()');
  });

  test('come from the primary while the replica is gone, and from the replica when it is back', async () => {
    await replica.crash();
    await assertFresh();
    await assertFresh();
    await replica.restart();
    await until('the replica answers again', async () => {
      await assertFresh();
      return hasListedApps();
    });
  });

  test('come from the primary once the replica has been promoted', async () => {
    await runOn(replica, 'SELECT pg_promote()');
    await until('the promotion is noticed', async () => {
      await assertFresh();
      return server.logs().includes('is not a standby of the one at DATABASE_URL');
    });
    await assertFresh();
  });
});

async function runOn({ url }: ReplicaServer, sql: string): Promise<unknown[]> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    return (await connection.query(sql)).rows;
  } finally {
    await connection.end();
  }
}
