import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSqliteSnapshot } from '../backup/sqlite-snapshot.ts';
import { partOf, writeBackup } from '../backup/write-backup.ts';
import type { Engine } from '../database.ts';
import { MIGRATIONS, migrate, willUpgrade } from '../migrations/migrate.ts';
import { DamageWatch } from './damage-watch.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { type MeasuredDisk, watchDiskSpace } from './disk-space.ts';
import { explainDirectory, explainServer } from './explain-start.ts';
import { refuseLostDatabase } from './lost-database.ts';
import { makePrivate } from './make-private.ts';
import type { PostgresOptions } from './postgres.ts';
import type { Replica } from './postgres-replica.ts';
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
  /** Of a streaming replica, if there is one. */
  readonly replicaUrl?: string | undefined;
  readonly durability: 'full' | 'relaxed';
  readonly preparedStatements: 'on' | 'off';
  readonly poolSize: number;
  /** Absent: the usual mark. */
  readonly minimumFreeBytes: number | undefined;
  /** Reports to the operator what takes long. */
  readonly log: (sentence: string) => void;
}

export interface Storage {
  readonly engine: Engine;
  /** For one request that reads much and writes nothing. */
  readonly openReads: () => Engine;
  /** For threads that only read. */
  readonly forReading: ReadAccess;
  readonly forThread: () => ThreadAccess;
  readonly hasDiskSpace: () => boolean;
  /** Absent when the database is on a server. */
  readonly disk: (() => DiskFigures) | undefined;
  /** A sentence while the database is known to be damaged. */
  readonly damage: () => string | undefined;
  /** Reads the whole database file in the background; does nothing for a server. */
  readonly lookForDamage: () => void;
  readonly close: () => Promise<void>;
}

interface DiskFigures extends Partial<MeasuredDisk> {
  readonly walBytes: number;
}

/** Opens the database that the options name and brings its schema up to date. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  return options.databaseUrl === undefined
    ? openEmbedded(options)
    : openServer(options, options.databaseUrl);
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
    if (await willUpgrade(engine)) await backUpBeforeUpgrade(path, options);
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
    openReads: () => engine,
    forReading: { kind: 'file', path },
    forThread,
    hasDiskSpace: disk.hasSpace,
    disk: () => ({
      ...disk.measured(),
      walBytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    }),
    damage: () => damage.sentence,
    lookForDamage: () => damage.look(),
    close: async () => {
      disk.stop();
      await damage.stop();
      await engine.close();
      lock.release();
    },
  };
}

async function openServer(options: StorageOptions, url: string): Promise<Storage> {
  const { durability, preparedStatements, poolSize, replicaUrl } = options;
  // Loads the driver only when it is needed.
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
  const replica = await openReplica(engine, { ...access, url: replicaUrl }, options.log);
  return {
    engine,
    openReads: () => (replica === undefined ? engine : { ...engine, ...replica.openReads() }),
    forReading: { kind: 'server', ...access, replicaUrl },
    forThread: () => accessToServer(access),
    hasDiskSpace: () => true,
    disk: undefined,
    damage: () => undefined,
    lookForDamage: () => undefined,
    close: async () => {
      await replica?.close();
      await engine.close();
    },
  };
}

/** The replica may be down at the start: until it is up, the primary answers. */
async function openReplica(
  primary: Engine,
  { url, ...access }: Omit<PostgresOptions, 'url' | 'poolSize'> & { url: string | undefined },
  log: (sentence: string) => void,
): Promise<Replica | undefined> {
  if (url === undefined) return undefined;
  const [{ openPostgres }, { Replica }] = await Promise.all([
    import('./postgres.ts'),
    import('./postgres-replica.ts'),
  ]);
  // Nothing is written to a replica; the pool stays empty.
  return new Replica({ primary, standby: openPostgres({ ...access, url, poolSize: 1 }) }, log);
}

/**
 * Writes a backup with which the upgrade can be undone: older releases refuse the new schema. Its
 * name says what it contains, so a start that is repeated keeps one, and no other is replaced.
 */
async function backUpBeforeUpgrade(
  path: string,
  { dataDirectory, log }: StorageOptions,
): Promise<void> {
  const snapshot = openSqliteSnapshot(path);
  const made = join(dataDirectory, 'before-upgrade.backup');
  try {
    // Left by a killed start: no other process writes to a directory that this one has locked.
    for (const left of [made, partOf(made)]) rmSync(left, { force: true });
    const { ends } = await writeBackup(snapshot, made);
    const sum = createHash('sha256').update(JSON.stringify(ends)).digest('hex').slice(0, 12);
    const kept = join(dataDirectory, `before-schema-${MIGRATIONS.length}-${sum}.backup`);
    renameSync(made, kept);
    syncDirectory(dataDirectory);
    log(`The database as it was before this upgrade is kept in ${kept}.`);
  } finally {
    await snapshot.close();
  }
}
