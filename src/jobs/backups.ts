import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresSnapshot } from '../storage/backup/postgres-snapshot.ts';
import { restoreBackup, verifyBackup } from '../storage/backup/restore-backup.ts';
import type { Snapshot } from '../storage/backup/snapshot.ts';
import { openSqliteSnapshot } from '../storage/backup/sqlite-snapshot.ts';
import { type BackupWritten, writeBackup } from '../storage/backup/write-backup.ts';
import type { Engine } from '../storage/database.ts';
import { type DirectoryLock, lockDirectory } from '../storage/engines/directory-lock.ts';
import { explainDirectory, explainServer } from '../storage/engines/explain-start.ts';
import { makePrivate } from '../storage/engines/make-private.ts';
import { openPostgres } from '../storage/engines/postgres.ts';
import { openSqlite } from '../storage/engines/sqlite.ts';
import { StartRefused } from '../storage/engines/start-refused.ts';

/** Where an installation keeps its data: on a database server or in a directory. */
export interface DataPlace {
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
}

export interface BackupRequest extends DataPlace {
  /** A new file, or a directory in which each backup gets its own name. */
  readonly to: string;
  /** How many backups of a directory to keep; older ones are removed. */
  readonly keep: number | undefined;
  readonly onProgress: (rows: number) => void;
}

export interface BackupResult extends BackupWritten {
  readonly path: string;
  readonly bytes: number;
  readonly removed: readonly string[];
}

/** Writes a backup of an installation, whether it is serving or not. */
export async function backUp(request: BackupRequest): Promise<BackupResult> {
  const { to, keep, onProgress } = request;
  const isDirectory = existsSync(to) && statSync(to).isDirectory();
  if (keep !== undefined && !isDirectory) {
    throw new StartRefused(
      `--keep removes old backups from a folder, and ${to} is none. Create the folder first, or leave --keep out.`,
    );
  }
  const path = isDirectory ? join(to, nameOf(new Date())) : to;
  const snapshot = await openSnapshot(request);
  try {
    const written = await writeBackup(snapshot, path, onProgress);
    const removed = keep !== undefined ? removeOldest(to, keep) : [];
    return { ...written, path, bytes: statSync(path).size, removed };
  } finally {
    await snapshot.close();
  }
}

/** A killed command leaves a file that ends in `.part`. */
const NAME = /^jurybox-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup(\.part)?$/;

/** Names sort by time. */
function nameOf(now: Date): string {
  return `jurybox-${now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')}.backup`;
}

/** Removes all files older than the newest `keep` backups. */
function removeOldest(directory: string, keep: number): readonly string[] {
  const names = readdirSync(directory).filter((name) => NAME.test(name));
  const kept = names
    .filter((name) => name.endsWith('.backup'))
    .toSorted()
    .slice(-keep);
  const [oldest = ''] = kept.length < keep ? [] : kept;
  const old = names.filter((name) => name < oldest).toSorted();
  for (const name of old) rmSync(join(directory, name));
  return old;
}

export interface RestoreRequest extends DataPlace {
  readonly from: string;
  readonly log: (sentence: string) => void;
  readonly onProgress: (rows: number) => void;
}

export interface RestoreResult {
  readonly tables: number;
  readonly rows: number;
}

/** Restores a backup into an empty place. */
export async function restore(request: RestoreRequest): Promise<RestoreResult> {
  const { from: path, log, onProgress } = request;
  if (!existsSync(path)) throw new StartRefused(`There is no file ${path}.`);
  // Before the database is opened, so that a refused file does not create an empty one.
  const backup = await verifyBackup(path);
  const absent = absentFiles(request);
  const { engine, close } = openPlace(request);
  try {
    await restoreBackup(engine, {
      backup,
      log,
      onProgress,
      openSnapshot: () => openSnapshot(request),
    });
  } catch (error) {
    await close();
    for (const absentPath of absent) rmSync(absentPath, { recursive: true, force: true });
    throw explain(error, request);
  }
  await close();
  const { ends } = backup;
  return { tables: ends.length, rows: ends.reduce((sum, { rows }) => sum + rows, 0) };
}

/** The files that opening an embedded database creates: a failed restore must remove them. */
function absentFiles(place: DataPlace): readonly string[] {
  if (place.databaseUrl !== undefined) return [];
  if (!existsSync(place.dataDirectory)) return [place.dataDirectory];
  const path = databaseFile(place);
  return existsSync(path) ? [] : [path, `${path}-wal`, `${path}-shm`];
}

/** All data of an installation at one moment. Errors are explained, also those while reading. */
export async function openSnapshot(place: DataPlace): Promise<Snapshot> {
  try {
    const snapshot = await openUnexplained(place);
    return { ...snapshot, rows: (table) => explaining(snapshot.rows(table), place) };
  } catch (error) {
    throw explain(error, place);
  }
}

async function openUnexplained(place: DataPlace): Promise<Snapshot> {
  if (place.databaseUrl !== undefined) return openPostgresSnapshot(place.databaseUrl);
  const path = databaseFile(place);
  if (!existsSync(path)) {
    throw new StartRefused(
      `There is no database at ${path}. Name its directory with --data-dir, or set DATABASE_URL.`,
    );
  }
  return openSqliteSnapshot(path);
}

async function* explaining<Batch>(
  batches: AsyncIterable<Batch>,
  place: DataPlace,
): AsyncGenerator<Batch> {
  try {
    yield* batches;
  } catch (error) {
    throw explain(error, place);
  }
}

function explain(error: unknown, { databaseUrl, dataDirectory }: DataPlace): unknown {
  return databaseUrl === undefined
    ? explainDirectory(error, dataDirectory)
    : explainServer(error, databaseUrl);
}

/** Opens the database of an installation without creating or changing its schema. */
export function openPlace(place: DataPlace): { engine: Engine; close: () => Promise<void> } {
  if (place.databaseUrl !== undefined) {
    const engine = openPostgres({
      url: place.databaseUrl,
      durability: 'full',
      preparedStatements: 'off',
      poolSize: 2,
    });
    return { engine, close: () => engine.close() };
  }
  const lock = takeDirectory(place.dataDirectory);
  const path = databaseFile(place);
  makePrivate(path);
  const engine = openSqlite({ path, durability: 'full' });
  return {
    engine,
    close: async () => {
      await engine.close();
      lock.release();
    },
  };
}

function takeDirectory(directory: string): DirectoryLock {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return lockDirectory(directory);
  } catch (error) {
    throw explainDirectory(error, directory);
  }
}

export function databaseFile({ dataDirectory }: DataPlace): string {
  return join(dataDirectory, 'jurybox.db');
}
