import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { ReadLanes } from '../../src/storage/engines/postgres-lanes.ts';
import { createMigratedDatabase, dropDatabase } from '../support/databases.ts';

const COUNT_OTHERS = `SELECT CAST(count(*) AS integer) AS found FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

test('a read after close opens no connection', async (t) => {
  const connectionString = await createMigratedDatabase();
  const watcher = new pg.Client(connectionString);
  await watcher.connect();
  const lanes = new ReadLanes({ connectionString }, 'SELECT 1');
  t.after(async () => {
    await lanes.close();
    await watcher.end();
    await dropDatabase(connectionString);
  });
  const read = () => lanes.query({ text: 'SELECT 1', rowMode: 'array' });
  assert.deepEqual((await read()).rows, [[1]]);
  await lanes.close();
  await assert.rejects(read(), /The database is closed/);
  assert.deepEqual((await watcher.query(COUNT_OTHERS)).rows, [{ found: 0 }]);
});
