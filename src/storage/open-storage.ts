import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { watchDiskSpace } from './disk-space.ts';
import { openPostgres } from './engines/postgres.ts';
import { openSqlite } from './engines/sqlite.ts';
import { migrate } from './migrate.ts';
import { refuseWeakPostgres } from './weak-postgres.ts';

export interface StorageOptions {
  readonly dataDirectory: string;
  /** Absent: the embedded engine. */
  readonly databaseUrl: string | undefined;
  readonly durability: 'full' | 'relaxed';
  readonly preparedStatements: 'on' | 'off';
  readonly poolSize: number;
  /** Absent: the usual mark. */
  readonly minimumFreeBytes: number | undefined;
  /** Called when another process took the data directory over. */
  readonly onLost: (reason: string) => void;
}

export interface Storage {
  readonly engine: Engine;
  readonly hasDiskSpace: () => boolean;
  readonly close: () => Promise<void>;
}

/** Opens the database that the options name and brings its schema up to date. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  return options.databaseUrl === undefined
    ? openEmbedded(options)
    : openServed(options, options.databaseUrl);
}

async function openEmbedded(options: StorageOptions): Promise<Storage> {
  const { dataDirectory, durability } = options;
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(dataDirectory, options.onLost);
  const engine = openSqlite({ path: join(dataDirectory, 'jurybox.db'), durability });
  await migrate(engine);
  const disk = watchDiskSpace(dataDirectory, options.minimumFreeBytes);
  return {
    engine,
    hasDiskSpace: disk.hasSpace,
    close: async () => {
      disk.stop();
      await engine.close();
      await lock.release();
    },
  };
}

async function openServed(options: StorageOptions, url: string): Promise<Storage> {
  const { durability, preparedStatements, poolSize } = options;
  const engine = openPostgres({ url, durability, preparedStatements, poolSize });
  try {
    if (durability === 'full') await refuseWeakPostgres(engine);
    await migrate(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return { engine, hasDiskSpace: () => true, close: () => engine.close() };
}
