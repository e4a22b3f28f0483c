import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from './start-refused.ts';

/**
 * Refuses a data directory whose database is gone. The key and the log are created after the
 * database, so either of them alone means a loss: a new database would hide that, and SQLite would
 * remove the log.
 */
export function refuseLostDatabase(directory: string, path: string): void {
  if (sizeOf(path) > 0) return;
  const remaining = [join(directory, 'master.key'), `${path}-wal`].find((file) => sizeOf(file) > 0);
  if (remaining === undefined) return;
  throw new StartRefused(
    `${path} is missing or empty although ${remaining} exists. Restore the database from a backup, or set DATABASE_URL if the data is in PostgreSQL; to begin a new installation here, move ${remaining} away.`,
  );
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}
