import { findRow, type Queryable } from '../database.ts';
import { statement } from '../statement.ts';
import { StartRefused } from './start-refused.ts';

const FIND_SYNC_SETTINGS = statement(
  {
    postgres: `SELECT current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('transaction_read_only') AS read_only,
      CAST(current_setting('server_version_num') AS integer) AS version`,
    // The embedded engine checks its own pragma; this text only completes the declaration.
    sqlite:
      "SELECT 'on' AS fsync, 'on' AS synchronous_commit, 'off' AS read_only, 150000 AS version",
  },
  { fsync: 'text', synchronousCommit: 'text', readOnly: 'text', version: 'integer' },
);

const OLDEST_VERSION = 150_000;

/** Refuses a server that is too old, read-only, or may lose commits. */
export async function refuseWeakPostgres(
  db: Queryable,
  durability: 'full' | 'relaxed',
): Promise<void> {
  const settings = await findRow(db, FIND_SYNC_SETTINGS, []);
  if (settings === undefined) return;
  if (settings.version < OLDEST_VERSION) {
    throw new StartRefused(
      'PostgreSQL 15 or newer is needed: the server at DATABASE_URL is older.',
    );
  }
  if (settings.readOnly === 'on') {
    throw new StartRefused(
      'The database at DATABASE_URL takes no writes: it is a standby, or default_transaction_read_only is on. Name the primary server.',
    );
  }
  if (durability === 'relaxed') return;
  if (settings.fsync === 'off' || settings.synchronousCommit === 'off') {
    throw new StartRefused(
      'PostgreSQL runs with fsync or synchronous_commit off, so acknowledged writes can be lost. Switch them on, or accept that with DURABILITY=relaxed.',
    );
  }
}
