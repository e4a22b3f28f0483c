import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Two processes that start at once may block each other briefly, and so may a killed holder. */
const WAIT_MS = 1_000;
const SQLITE_BUSY = 5;

/** Another process owns the data directory. */
class DirectoryLocked extends Error {
  constructor(directory: string, holder: string) {
    super(
      `The data directory ${directory} is in use by ${holder}. Stop that server, or choose another directory with --data-dir.`,
    );
    this.name = 'DirectoryLocked';
  }
}

export interface DirectoryLock {
  release(): void;
}

/**
 * Makes this process the only owner of a data directory. SQLite's exclusive lock on an empty file
 * is a kernel lock: it holds between containers, and ends with the process even when that is
 * killed. Only SQLite may open the file: closing any other handle on it would drop the lock.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const path = join(directory, 'lock.db');
  const database = new DatabaseSync(path, { timeout: WAIT_MS });
  const nameFile = join(directory, 'lock');
  try {
    // Nothing is ever written, so no journal file is needed.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    chmodSync(path, 0o600);
    writeFileSync(nameFile, `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  } catch (error) {
    database.close();
    throw isBusy(error) ? new DirectoryLocked(directory, readName(nameFile)) : error;
  }
  return {
    release: () => {
      removeName(nameFile);
      database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** The name is only for the message, and the holder may not have written it yet. */
function readName(nameFile: string): string {
  try {
    return readFileSync(nameFile, 'utf8').trim() || 'another process';
  } catch {
    return 'another process';
  }
}

/** A leftover name does no harm. */
function removeName(nameFile: string): void {
  try {
    rmSync(nameFile, { force: true });
  } catch {
    // The file system may have become read-only.
  }
}
