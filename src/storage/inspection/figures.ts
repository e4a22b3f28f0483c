import { setTimeout as wait } from 'node:timers/promises';
import { findRow, type Queryable } from '../database.ts';
import { type Row, statement, withClock } from '../statement.ts';

/** Metrics of the whole database, the same from every process. */
export type StoredFigures = Row<typeof FIND_SIZES> &
  Row<typeof COUNT_LEASES> &
  Row<typeof COUNT_CELLS> &
  Row<typeof COUNT_CLAIMED> &
  Row<typeof FIND_BACKUP>;

const FIND_SIZES = statement(
  {
    sqlite: `SELECT p.page_count * s.page_size AS database_bytes, NULL AS wal_written_bytes
      FROM pragma_page_count() p, pragma_page_size() s`,
    postgres: `SELECT pg_database_size(current_database()) AS database_bytes,
      CASE WHEN pg_is_in_recovery() THEN NULL
        ELSE CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bigint) END AS wal_written_bytes`,
  },
  { databaseBytes: 'integer', walWrittenBytes: 'integer?' },
);

/** From an index of open leases only, as many as tasks on screens. */
const COUNT_LEASES = statement(
  withClock(
    (now) => `SELECT COUNT(*) AS leases,
     COALESCE(SUM(CASE WHEN lease_until < ${now} THEN 1 ELSE 0 END), 0) AS expired_leases
   FROM assignments WHERE status = 'open'`,
  ),
  { leases: 'integer', expiredLeases: 'integer' },
);

/** From the counters of runs in progress. */
const COUNT_CELLS = statement(
  withClock(
    (now) => `SELECT CAST(COALESCE(SUM(n.total), 0) AS bigint) AS total,
     CAST(COALESCE(SUM(n.done), 0) AS bigint) AS done,
     CAST(COALESCE(SUM(n.failed), 0) AS bigint) AS failed,
     CAST(COALESCE(SUM(n.canceled), 0) AS bigint) AS canceled,
     COALESCE(${now} - MIN(CASE WHEN n.total > n.done + n.failed + n.canceled
       THEN r.resumed_at END), 0) AS oldest_ms
   FROM generation_runs r
   JOIN generation_counts n ON n.workspace_id = r.workspace_id AND n.evaluation_id = r.evaluation_id
   WHERE r.status = 'running'`,
  ),
  {
    total: 'integer',
    done: 'integer',
    failed: 'integer',
    canceled: 'integer',
    /** Since the oldest unfinished run started or was resumed. */
    oldestMs: 'integer',
  },
);

/** From an index of claimed outputs only, as many as calls in progress. */
const COUNT_CLAIMED = statement(
  `SELECT COUNT(*) AS claimed FROM generation_cells
   WHERE status = 'running' AND claimed_by IS NOT NULL`,
  { claimed: 'integer' },
);

const FIND_BACKUP = statement(
  `SELECT CAST(COALESCE(MAX(value), '0') AS bigint) AS backed_up_at FROM instance_settings
   WHERE name = 'backed_up_at'`,
  { backedUpAt: 'integer' },
);

async function findFigures(db: Queryable): Promise<StoredFigures | undefined> {
  const sizes = await findRow(db, FIND_SIZES, []);
  const leases = await findRow(db, COUNT_LEASES, []);
  const cells = await findRow(db, COUNT_CELLS, []);
  const claimed = await findRow(db, COUNT_CLAIMED, []);
  const backup = await findRow(db, FIND_BACKUP, []);
  if (!sizes || !leases || !cells || !claimed || !backup) return undefined;
  return { ...sizes, ...leases, ...cells, ...claimed, ...backup };
}

const MAX_AGE_MS = 30_000;
/** A database that does not answer must not hold up the other metrics. */
const LIMIT_MS = 2_000;

/** Reads the figures on request, at most twice a minute; undefined while they cannot be read. */
export function keepFigures(db: Queryable): () => Promise<StoredFigures | undefined> {
  let figures: StoredFigures | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const read = async () => {
    try {
      figures = await findFigures(db);
      readAt = performance.now();
    } catch {
      // Readiness reports the reason.
      figures = undefined;
    } finally {
      reading = undefined;
    }
  };
  return async () => {
    if (performance.now() - readAt < MAX_AGE_MS) return figures;
    reading ??= read();
    await Promise.race([reading, wait(LIMIT_MS, undefined, { ref: false })]);
    return figures;
  };
}
