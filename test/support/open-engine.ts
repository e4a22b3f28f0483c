import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../src/storage/database.ts';
import { openStorage } from '../../src/storage/engines/open-storage.ts';
import type { ThreadAccess } from '../../src/storage/engines/thread-access.ts';
import { copyMigratedFile } from './copy-migrated-file.ts';
import { createMigratedDatabase, dropDatabase } from './databases.ts';
import type { EngineName } from './engine-names.ts';

export interface TestEngine {
  readonly engine: Engine;
  /** Where the database is: a URL or the path of a file. */
  readonly location: string;
  readonly forThread: () => ThreadAccess;
  readonly close: () => Promise<void>;
}

/** A new database, migrated and empty. */
export async function openTestEngine(engine: EngineName): Promise<TestEngine> {
  const directory = mkdtempSync(join(tmpdir(), 'jurybox-engine-'));
  const databaseUrl = engine === 'postgres' ? await createMigratedDatabase() : undefined;
  if (databaseUrl === undefined) copyMigratedFile(directory);
  const storage = await openStorage({
    dataDirectory: directory,
    databaseUrl,
    durability: 'full',
    preparedStatements: 'on',
    poolSize: 4,
    minimumFreeBytes: 0,
    log: () => undefined,
  });
  return {
    engine: storage.engine,
    forThread: storage.forThread,
    location: databaseUrl ?? join(directory, 'jurybox.db'),
    close: async () => {
      await storage.close();
      if (databaseUrl !== undefined) await dropDatabase(databaseUrl);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
