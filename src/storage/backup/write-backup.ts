import { closeSync, createWriteStream, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { StartRefused } from '../engines/start-refused.ts';
import { syncDirectory } from '../engines/sync-directory.ts';
import {
  type BackupHeader,
  END,
  FORMAT,
  FORMAT_VERSION,
  rowSum,
  type TableEnd,
} from './backup-file.ts';
import type { Snapshot } from './snapshot.ts';

export interface BackupWritten {
  readonly schema: number;
  readonly tables: number;
  readonly rows: number;
  /** Equal for equal contents. */
  readonly ends: readonly TableEnd[];
}

/**
 * Writes a snapshot into one new file, which gets its name once it is complete and on the disk.
 * Never touches an existing file.
 */
export async function writeBackup(
  snapshot: Snapshot,
  path: string,
  onProgress: (rows: number) => void = () => undefined,
): Promise<BackupWritten> {
  refuseExisting(path);
  const part = partOf(path);
  const file = openNew(part);
  let rows = 0;
  const onRows = (added: number) => {
    rows += added;
    onProgress(rows);
  };
  const ends: TableEnd[] = [];
  try {
    await pipeline(
      Readable.from(linesOf(snapshot, { onRows, onEnd: (end) => ends.push(end) })),
      createGzip(),
      createWriteStream('', { fd: file, flush: true }),
    );
    reserve(path);
    renameSync(part, path);
    syncDirectory(dirname(path));
  } catch (error) {
    rmSync(part, { force: true });
    throw explain(error, path);
  }
  return { schema: snapshot.schema, tables: snapshot.tables.length, rows, ends };
}

interface Listeners {
  readonly onRows: (rows: number) => void;
  readonly onEnd: (end: TableEnd) => void;
}

async function* linesOf(snapshot: Snapshot, { onRows, onEnd }: Listeners): AsyncGenerator<string> {
  const { schema, engine, tables } = snapshot;
  const header: BackupHeader = {
    format: FORMAT,
    version: FORMAT_VERSION,
    schema,
    engine,
    made_at: new Date().toISOString(),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  };
  yield `${JSON.stringify(header)}\n`;
  for (const table of tables) {
    const sum = rowSum();
    for await (const batch of snapshot.rows(table)) {
      const lines = batch.map((row) => JSON.stringify(row));
      for (const line of lines) sum.add(line);
      yield `${lines.join('\n')}\n`;
      onRows(batch.length);
    }
    const end = sum.end(table.name);
    yield `${JSON.stringify(end)}\n`;
    onEnd(end);
  }
  yield `${JSON.stringify(END)}\n`;
}

/** The path of a backup until it is complete. */
export function partOf(path: string): string {
  return `${path}.part`;
}

/** Links are not followed: their targets must not be replaced either. */
function refuseExisting(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw existing(path);
}

/** So that the rename replaces only our own file. FAT and some network shares have no `link`. */
function reserve(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}

function openNew(part: string): number {
  try {
    return openSync(part, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw explain(error, part);
    throw new StartRefused(
      `${part} is left over from an interrupted backup, or another backup is writing it. Remove it, or wait for the other.`,
    );
  }
}

function existing(path: string): StartRefused {
  return new StartRefused(`${path} exists already. Name a new file.`);
}

function explain(error: unknown, path: string): unknown {
  if (codeOf(error) === 'EEXIST') return existing(path);
  const reason = {
    ENOSPC: 'the disk is full. Free some space, then try again',
    EROFS: 'the disk is read-only. Make it writable, then try again',
    EACCES: 'this user may not write there. Permit it, then try again',
    ENOENT: 'there is no such directory. Create it, then try again',
  }[codeOf(error)];
  return reason === undefined
    ? error
    : new StartRefused(`No backup was made at ${path}: ${reason}.`, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
