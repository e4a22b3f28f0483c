import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where tests keep databases and other files while they run. */
export interface Scratch {
  readonly directory: string;
  /** Of the compiled sources; it stays, so that the next run starts with it. */
  readonly compileCache: string;
  readonly remove: () => void;
}

const MEMORY = '/dev/shm';

/** What all jobs together need at once, with as much again to spare. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * In memory where there is room: databases sync every commit as in production, and there that costs
 * nothing. Tests about lost power bring a disk of their own.
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
