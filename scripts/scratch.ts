import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where tests keep databases and other files. */
export interface Scratch {
  readonly directory: string;
  /** The cache of compiled sources, kept for the next run. */
  readonly compileCache: string;
  readonly remove: () => void;
}

const MEMORY = '/dev/shm';

/** Twice what all jobs need at once. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * In memory if there is room: databases sync every commit as in production, which costs nothing
 * there. Tests about power loss use their own disk.
 */
export function makeScratch(): Scratch {
  const compileCache = join(tmpdir(), 'node-compile-cache');
  const directory = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'jurybox-tests-'));
  // PostgreSQL runs as another user when we are root.
  chmodSync(directory, 0o755);
  process.env['TMPDIR'] = directory;
  const remove = () => rmSync(directory, { recursive: true, force: true });
  return { directory, compileCache, remove };
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}
