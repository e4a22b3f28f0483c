import { join } from 'node:path';
import { openStorage } from '../../src/storage/engines/open-storage.ts';
import { CITUS_URL, makeDistributedTemplate } from './citus-cluster.ts';
import { createDatabaseAt } from './create-database.ts';

/**
 * Makes a database with today's schema on each engine, for tests to copy; returns the environment
 * variables that name them.
 */
export async function makeMigratedDatabases(
  directory: string,
  postgresUrl: string | undefined,
): Promise<Record<string, string>> {
  const dataDirectory = join(directory, 'migrated');
  await migrateAt(dataDirectory, undefined);
  const file = { TEST_MIGRATED_FILE: join(dataDirectory, 'jurybox.db') };
  if (postgresUrl === undefined) return file;
  if (postgresUrl === CITUS_URL) {
    return { ...file, TEST_MIGRATED_DATABASE: await makeDistributedTemplate(postgresUrl) };
  }
  const url = await createDatabaseAt(postgresUrl, 'template0');
  await migrateAt(dataDirectory, url);
  return { ...file, TEST_MIGRATED_DATABASE: new URL(url).pathname.slice(1) };
}

async function migrateAt(dataDirectory: string, databaseUrl: string | undefined): Promise<void> {
  const storage = await openStorage({
    dataDirectory,
    databaseUrl,
    durability: 'full',
    preparedStatements: 'on',
    poolSize: 1,
    minimumFreeBytes: 0,
    log: () => undefined,
  });
  await storage.close();
}
