import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase, dropDatabase } from '../support/databases.ts';
import { ALLOW_LOOPBACK, makeRunnable, startHeldApp } from '../support/generation.ts';
import { startTestServer } from '../support/running-server.ts';
import { until } from '../support/until.ts';

const FIND_WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%reuse, started_by%'`;

test('a run that is said to have ended is counted whole, though it ended between two reads', async (t) => {
  const databaseUrl = await createMigratedDatabase();
  const held = await startHeldApp();
  const server = await startTestServer({
    engine: 'postgres',
    databaseUrl,
    environment: ALLOW_LOOPBACK,
  });
  const [writer, watcher] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  await Promise.all([writer.connect(), watcher.connect()]);
  t.after(async () => {
    await Promise.all([writer.end(), watcher.end(), held.close()]);
    await server.stop();
    await dropDatabase(databaseUrl);
  });
  const made = await makeRunnable(server.owner, { rows: 2, parameters: [], uri: held.url });
  await server.owner.startGeneration({ parameters: made });
  await until('calls are under way', async () => held.waiting() === 4);

  await writer.query('BEGIN');
  await writer.query('LOCK TABLE generation_runs IN ACCESS EXCLUSIVE MODE');
  const readers = Array.from({ length: 8 }, () =>
    server.owner.fetchGeneration({ parameters: made }),
  );
  await until('both connections for reading wait for the run', async () => {
    return (await watcher.query(FIND_WAITING)).rows.length === 2;
  });
  await writer.query('UPDATE generation_counts SET done = total');
  await writer.query("UPDATE generation_runs SET status = 'finished', ended_at = started_at");
  await writer.query('COMMIT');
  for (const { status, total, done } of await Promise.all(readers)) {
    assert.deepEqual([status, total, done], ['finished', 4, 4]);
  }
});
