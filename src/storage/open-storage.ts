import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Engine } from './database.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { watchDiskSpace } from './disk-space.ts';
import { openSqlite } from './engines/sqlite.ts';
import { makeTurns } from './engines/turns.ts';
import { explainDirectory, explainServer } from './explain-start.ts';
import { migrate } from './migrate.ts';
import { syncDirectory } from './sync-directory.ts';
import { accessToFile, accessToServer, type ThreadAccess } from './thread-access.ts';
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
  /** Tells the operator what takes long. */
  readonly log: (sentence: string) => void;
}

export interface Storage {
  readonly engine: Engine;
  /** What other threads may read by themselves; undefined where a server holds the database. */
  readonly databaseFile: string | undefined;
  readonly forThread: () => ThreadAccess;
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
  const path = join(dataDirectory, 'jurybox.db');
  const inTurn = makeTurns();
  let lock: DirectoryLock | undefined;
  let engine: Engine | undefined;
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    lock = lockDirectory(dataDirectory);
    makePrivate(path);
    engine = openSqlite({ path, durability, inTurn });
    await migrate(engine, options.log);
    syncDirectory(dataDirectory);
    syncDirectory(dirname(dataDirectory));
  } catch (error) {
    await engine?.close();
    lock?.release();
    throw explainDirectory(error, dataDirectory);
  }
  const forThread = () => accessToFile({ path, durability, inTurn });
  return { ...watched(engine, lock, options), databaseFile: path, forThread };
}

function watched(
  engine: Engine,
  lock: DirectoryLock,
  options: StorageOptions,
): Omit<Storage, 'databaseFile' | 'forThread'> {
  const disk = watchDiskSpace(options.dataDirectory, options.minimumFreeBytes);
  return {
    engine,
    hasDiskSpace: disk.hasSpace,
    close: async () => {
      disk.stop();
      await engine.close();
      lock.release();
    },
  };
}

async function openServed(options: StorageOptions, url: string): Promise<Storage> {
  const { durability, preparedStatements, poolSize } = options;
  // Its driver is loaded only where it is needed.
  const { openPostgres } = await import('./engines/postgres.ts');
  const engine = openPostgres({ url, durability, preparedStatements, poolSize });
  try {
    await refuseWeakPostgres(engine, durability);
    await migrate(engine, options.log);
  } catch (error) {
    await engine.close();
    throw explainServer(error, url);
  }
  return {
    engine,
    databaseFile: undefined,
    forThread: () => accessToServer({ url, durability, preparedStatements }),
    hasDiskSpace: () => true,
    close: () => engine.close(),
  };
}

/** SQLite would make the file readable to all; its log and index take over the mode it has. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}
