import { Db } from '../../src/storage/database.ts';
import { openTestEngine, type TestEngine } from './open-engine.ts';
import { startTestServer, type TestServer } from './running-server.ts';

export interface Cleanup {
  readonly after: (run: () => Promise<void>) => void;
}

export interface WatchedServer extends Pick<TestEngine, 'engine'> {
  readonly server: TestServer;
  readonly db: Db;
}

/** A server on PostgreSQL, and a second connection to its database. */
export async function startWatchedServer(t: Cleanup): Promise<WatchedServer> {
  const { engine, location, close } = await openTestEngine('postgres');
  const server = await startTestServer({ engine: 'postgres', databaseUrl: location });
  t.after(server.stop);
  t.after(close);
  return { server, engine, db: new Db(engine) };
}
