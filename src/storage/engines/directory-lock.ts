import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Two that start at once step back for each other, and a killed holder takes a moment to be gone. */
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
 * Makes this process the only owner of a data directory. SQLite's exclusive lock on an empty file is
 * one of the kernel: it holds between containers too, and ends with the process, however that ends.
 * Nothing but SQLite may open that file: closing any other handle on it would drop the lock.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const path = join(directory, 'lock.db');
  const database = new DatabaseSync(path, { timeout: WAIT_MS });
  const nameFile = join(directory, 'lock');
  try {
    // Nothing is ever written, so there is no journal to keep either.
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

/** The name is for people alone, and the holder may be just about to write it. */
function readName(nameFile: string): string {
  try {
    return readFileSync(nameFile, 'utf8').trim() || 'another process';
  } catch {
    return 'another process';
  }
}

/** A name that stays behind does no harm. */
function removeName(nameFile: string): void {
  try {
    rmSync(nameFile, { force: true });
  } catch {
    // The file system may have become read-only.
  }
}
