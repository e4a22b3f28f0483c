import type { TestContext } from 'node:test';
import pg from 'pg';
import { Db } from '../../src/storage/database.ts';
import { openTestEngine } from './open-engine.ts';
import { startTestServer, type TestServer } from './running-server.ts';
import { until } from './until.ts';

const FIND_WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`;

export interface HeldChanges {
  readonly server: TestServer;
  /** A second connection to the server's database. */
  readonly db: Db;
  /** Makes changes without committing them; statements that need the same rows wait. */
  readonly hold: (sql: string) => Promise<void>;
  /** Resolves once this many statements that contain these words wait for the changes. */
  readonly waiting: (count: number, words: string) => Promise<void>;
  readonly commit: (...sql: readonly string[]) => Promise<void>;
}

/** A server on PostgreSQL whose data a test can change between two of its statements. */
export async function startWithHeldChanges(
  t: TestContext,
  environment: Readonly<Record<string, string>> = {},
): Promise<HeldChanges> {
  const { engine, location, close } = await openTestEngine('postgres');
  const server = await startTestServer({ engine: 'postgres', databaseUrl: location, environment });
  const [writer, watcher] = [new pg.Client(location), new pg.Client(location)];
  await Promise.all([writer.connect(), watcher.connect()]);
  t.after(async () => {
    await Promise.all([writer.end(), watcher.end()]);
    await server.stop();
    await close();
  });
  return {
    server,
    db: new Db(engine),
    hold: async (sql) => {
      await writer.query('BEGIN');
      await writer.query(sql);
    },
    waiting: (count, words) =>
      until(`${count} statements with ${words} wait`, async () => {
        return (await watcher.query(FIND_WAITING, [`%${words}%`])).rows.length >= count;
      }),
    commit: async (...sql) => {
      for (const each of [...sql, 'COMMIT']) await writer.query(each);
    },
  };
}
