import { after } from 'node:test';
import { createDatabaseAt, dropDatabaseAt } from './create-database.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let own: Promise<PostgresServer> | undefined;

/** An empty database on the PostgreSQL of this test run. */
export async function createDatabase(): Promise<string> {
  return createDatabaseAt(await serverUrl(), 'template0');
}

/** One with today's schema, copied from the run's template; a file run alone gets an empty one. */
export async function createMigratedDatabase(): Promise<string> {
  const template = process.env['TEST_MIGRATED_DATABASE'] ?? 'template0';
  return createDatabaseAt(await serverUrl(), template);
}

export async function dropDatabase(database: string): Promise<void> {
  await dropDatabaseAt(await serverUrl(), database);
}

// At the top level, so that it runs at the end of the job, not of the suite in progress.
after(async () => {
  const server = await own;
  await server?.stop();
});

/** A test file that is run alone starts its own PostgreSQL. */
async function serverUrl(): Promise<string> {
  const shared = process.env['TEST_POSTGRES_URL'];
  if (shared !== undefined) return shared;
  own ??= startPostgres();
  return (await own).url;
}
