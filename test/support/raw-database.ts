import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { copyMigratedFile } from './copy-migrated-file.ts';
import { createMigratedDatabase } from './databases.ts';
import type { EngineName } from './engine-names.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** A database of server processes, in which a test changes what only time or a fault would. */
export interface RawDatabase {
  /** Where a server process finds it. */
  readonly place: { readonly dataDirectory: string; readonly databaseUrl?: string };
  readonly run: (sql: string) => Promise<void>;
}

export async function makeRawDatabase(engine: EngineName): Promise<RawDatabase> {
  const dataDirectory = temporaryDirectory();
  if (engine === 'sqlite') {
    copyMigratedFile(dataDirectory);
    const run = async (sql: string) => runOnFile(join(dataDirectory, 'jurybox.db'), sql);
    return { place: { dataDirectory }, run };
  }
  const databaseUrl = await createMigratedDatabase();
  return { place: { dataDirectory, databaseUrl }, run: (sql) => runOnServer(databaseUrl, sql) };
}

function runOnFile(path: string, sql: string): void {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec(sql);
  database.close();
}

async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
