import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/storage/engines/postgres.ts';
import { statement } from '../../src/storage/statement.ts';
import { createDatabase } from '../support/databases.ts';
import { ENGINES } from '../support/engine-names.ts';
import { openTestEngine } from '../support/open-engine.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';

const ONE = statement('SELECT 1 AS one', { one: 'integer' });

for (const name of ENGINES) {
  describe(`hints on ${name}`, () => {
    test('reach the listeners of their topic, and no others', async (t) => {
      const { engine, close } = await openTestEngine(name);
      t.after(close);
      const received: string[] = [];
      engine.listen('a', () => received.push('a'));
      engine.listen('b', () => received.push('b'));
      await until('a hint', async () => {
        engine.notify('a');
        return received.length > 0;
      });
      assert.deepEqual(new Set(received), new Set(['a']));
    });

    test('do not reach a listener that has stopped', async (t) => {
      const { engine, close } = await openTestEngine(name);
      t.after(close);
      let stopped = 0;
      let active = 0;
      const stop = engine.listen('a', () => {
        stopped += 1;
      });
      engine.listen('a', () => {
        active += 1;
      });
      stop();
      await until('a hint', async () => {
        engine.notify('a');
        return active > 0;
      });
      assert.equal(stopped, 0);
    });

    test('are lost without harm once the engine is closed', async () => {
      const { engine, close } = await openTestEngine(name);
      await close();
      assert.doesNotThrow(() => engine.notify('a'));
    });
  });
}

describe('hints between processes on one PostgreSQL', () => {
  test('reach the other processes, and do so again after the connection broke', async (t) => {
    const url = await createDatabase();
    const open = () =>
      openPostgres({ url, durability: 'full', preparedStatements: 'on', poolSize: 2 });
    const here = open();
    const there = open();
    t.after(() => Promise.all([here.close(), there.close()]));
    let received = 0;
    there.listen('a', () => {
      received += 1;
    });
    const isReceived = async () => {
      const before = received;
      here.notify('a');
      await here.query(ONE, []);
      return received > before;
    };
    await until('a first hint', isReceived);
    assert.ok((await breakListeners(url)) >= 2);
    await until('a hint after the break', isReceived);
  });
});

describe('hints on a standby, which refuses LISTEN', () => {
  test('hold at most one connection over several attempts', async (t) => {
    const postgres = await startPostgres();
    await postgres.restartAsStandby();
    const { url } = postgres;
    const engine = openPostgres({ url, durability: 'full', preparedStatements: 'on', poolSize: 2 });
    const watch = new pg.Client(url);
    t.after(async () => {
      await watch.end();
      await engine.close();
      await postgres.stop();
    });
    await watch.connect();
    const count = async (sql: string) => Number((await watch.query(sql)).rows[0].count);
    const before = await count(SESSIONS);
    engine.listen('a', () => undefined);
    await until('several attempts', async () => {
      const held = await count(HELD);
      assert.ok(held <= 1, `${held} connections`);
      return (await count(SESSIONS)) - before >= 4;
    });
  });
});

/** All connections ever made to this database, and those of ours that are open. */
const SESSIONS = `SELECT sessions AS count FROM pg_stat_database
  WHERE datname = current_database()`;
const HELD = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'jurybox'";

/** Ends every connection that listens, as a restart of the database would. */
async function breakListeners(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rowCount } = await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND (query LIKE 'LISTEN%' OR query LIKE '%pg_notify%')
       AND pid <> pg_backend_pid()`,
  );
  await client.end();
  return rowCount ?? 0;
}
