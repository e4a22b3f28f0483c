import { after } from 'node:test';
import { createDatabaseAt, dropDatabaseAt } from './create-database.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let own: Promise<PostgresServer> | undefined;

/** An empty database on the PostgreSQL of this test run. */
export async function createDatabase(): Promise<string> {
  return createDatabaseAt(await serverUrl(), 'template0');
}

/** The same with today's schema, which a run makes once; a file run alone gets an empty one. */
export async function createMigratedDatabase(): Promise<string> {
  const template = process.env['TEST_MIGRATED_DATABASE'] ?? 'template0';
  return createDatabaseAt(await serverUrl(), template);
}

export async function dropDatabase(database: string): Promise<void> {
  await dropDatabaseAt(await serverUrl(), database);
}

// At the top of the file, so that it belongs to the whole run and not to the suite in progress.
after(async () => {
  const server = await own;
  await server?.stop();
});

/** A file that is run alone starts a PostgreSQL for itself. */
async function serverUrl(): Promise<string> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given !== undefined) return given;
  own ??= startPostgres();
  return (await own).url;
}
