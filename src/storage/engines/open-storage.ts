import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Engine } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import { DamageWatch } from './damage-watch.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { watchDiskSpace } from './disk-space.ts';
import { explainDirectory, explainServer } from './explain-start.ts';
import { refuseLostDatabase } from './lost-database.ts';
import { openSqlite } from './sqlite.ts';
import { syncDirectory } from './sync-directory.ts';
import {
  accessToFile,
  accessToServer,
  type ReadAccess,
  type ThreadAccess,
} from './thread-access.ts';
import { makeTurns } from './turns.ts';
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
  /** For threads that only read. */
  readonly forReading: ReadAccess;
  readonly forThread: () => ThreadAccess;
  readonly hasDiskSpace: () => boolean;
  /** What is known to be wrong with the database for good. */
  readonly damage: () => string | undefined;
  /** Reads the whole database in the background, where it is a file of ours. */
  readonly lookForDamage: () => void;
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
  const damage = new DamageWatch(path, options.log);
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    lock = lockDirectory(dataDirectory);
    refuseLostDatabase(dataDirectory, path);
    makePrivate(path);
    engine = openSqlite({ path, durability, inTurn, onDamage: damage.note });
    await migrate(engine, options.log);
    syncDirectory(dataDirectory);
    syncDirectory(dirname(dataDirectory));
  } catch (error) {
    await engine?.close();
    lock?.release();
    throw explainDirectory(error, dataDirectory);
  }
  const forThread = () => accessToFile({ path, durability, inTurn });
  const disk = watchDiskSpace(dataDirectory, options.minimumFreeBytes);
  return {
    engine,
    forReading: { kind: 'file', path },
    forThread,
    hasDiskSpace: disk.hasSpace,
    damage: () => damage.sentence,
    lookForDamage: () => damage.look(),
    close: async () => {
      disk.stop();
      damage.stop();
      await engine.close();
      lock.release();
    },
  };
}

async function openServed(options: StorageOptions, url: string): Promise<Storage> {
  const { durability, preparedStatements, poolSize } = options;
  // Its driver is loaded only where it is needed.
  const { openPostgres } = await import('./postgres.ts');
  const access = { url, durability, preparedStatements };
  const engine = openPostgres({ ...access, poolSize });
  try {
    await refuseWeakPostgres(engine, durability);
    await migrate(engine, options.log);
  } catch (error) {
    await engine.close();
    throw explainServer(error, url);
  }
  return {
    engine,
    forReading: { kind: 'server', ...access },
    forThread: () => accessToServer(access),
    hasDiskSpace: () => true,
    damage: () => undefined,
    lookForDamage: () => undefined,
    close: () => engine.close(),
  };
}

/** SQLite would make the file readable to all; its log and index take over the mode it has. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}
