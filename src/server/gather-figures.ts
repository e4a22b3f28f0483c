import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation, StoredFigures } from './installation.ts';
import { byLabel, type Sample, type Series, single } from './metric-lines.ts';
import { findReadiness } from './readiness.ts';

const { version }: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
);

/** Figures of the process and its database; stored figures are read at most twice a minute. */
export async function gatherFigures(installation: Installation): Promise<readonly Series[]> {
  const [readiness, stored] = await Promise.all([
    ofReadiness(installation),
    installation.figures.stored(),
  ]);
  return [
    ofBuild(installation),
    ...readiness,
    ...ofDisk(installation),
    ...ofStatements(installation),
    ...ofPool(installation),
    ...ofWork(installation),
    ofTraces(installation),
    ...ofDatabase(stored),
    ...ofEvaluations(stored),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Series {
  return { name, type: 'gauge', help, samples };
}

function counter(name: string, help: string, samples: readonly Sample[]): Series {
  return { name, type: 'counter', help, samples };
}

function ofBuild({ figures: { engine }, health: { durability } }: Installation): Series {
  const labels = { version, node: process.versions.node, engine, durability };
  return gauge('jurybox_build_info', 'Always 1; the labels identify the build.', [
    { labels, value: 1 },
  ]);
}

async function ofReadiness({ health }: Installation): Promise<readonly Series[]> {
  const { isReady, checks } = await findReadiness(health);
  const values = Object.entries(checks).map(
    ([name, word]) => [name, Number(word === 'ok')] as const,
  );
  return [
    gauge('jurybox_ready', '1 while this process is ready for requests, as in /readyz.', [
      { value: Number(isReady) },
    ]),
    gauge('jurybox_readiness_check', 'Each check of /readyz: 1 is fine.', byLabel('check', values)),
  ];
}

function ofDisk({ figures: { disk } }: Installation): readonly Series[] {
  const figures = disk?.();
  return [
    gauge(
      'jurybox_disk_free_bytes',
      'Free space below the data directory (embedded database).',
      single(figures?.freeBytes),
    ),
    gauge(
      'jurybox_disk_mark_bytes',
      'Free space below which nothing is written (embedded database).',
      single(figures?.markBytes),
    ),
    gauge(
      'jurybox_sqlite_wal_bytes',
      'Size of the write-ahead log (embedded database).',
      single(figures?.walBytes),
    ),
  ];
}

function ofStatements({ figures: { database } }: Installation): readonly Series[] {
  const { retries, timeouts } = database();
  return [
    counter(
      'jurybox_transaction_retries_total',
      'Transactions that ran again after a deadlock or a serialization failure.',
      single(retries),
    ),
    counter(
      'jurybox_statement_timeouts_total',
      'Statements that were canceled because they took too long.',
      single(timeouts),
    ),
  ];
}

function ofPool({ figures: { database } }: Installation): readonly Series[] {
  const { pool } = database();
  return [
    gauge('jurybox_pool_size', 'Connections for transactions (PostgreSQL).', single(pool?.size)),
    gauge('jurybox_pool_used', 'Connections in use (PostgreSQL).', single(pool?.used)),
    gauge(
      'jurybox_pool_waiting',
      'Transactions that wait for a connection (PostgreSQL).',
      single(pool?.waiting),
    ),
    counter(
      'jurybox_pool_waits_total',
      'Transactions that had to wait for a connection (PostgreSQL).',
      single(pool?.waits),
    ),
  ];
}

function ofWork({ shares, results }: Installation): readonly Series[] {
  const { done, failed, waiting } = results.figures();
  return [
    gauge('jurybox_event_streams', 'Open event streams.', single(shares.streams.open)),
    gauge('jurybox_uploads', 'Uploads under way.', single(shares.uploads.open)),
    counter(
      'jurybox_results_computed_total',
      'Results that threads of this process computed, by outcome.',
      byLabel('outcome', [
        ['done', done],
        ['failed', failed],
      ]),
    ),
    gauge('jurybox_results_queue', 'Results being computed or queued.', single(waiting)),
  ];
}

function ofTraces({ tracer }: Installation): Series {
  const { sent = 0, dropped = 0 } = tracer?.figures ?? {};
  const values = [
    ['sent', sent],
    ['dropped', dropped],
  ] as const;
  return counter(
    'jurybox_spans_total',
    'Spans sent to the trace collector, or dropped because it did not accept them.',
    tracer === undefined ? [] : byLabel('outcome', values),
  );
}

function ofDatabase(stored: StoredFigures | undefined): readonly Series[] {
  const backedUpAt = stored?.backedUpAt;
  return [
    gauge('jurybox_database_bytes', 'Size of the database.', single(stored?.databaseBytes)),
    counter(
      'jurybox_postgres_wal_bytes_total',
      'Write-ahead log written by the server since it was set up (PostgreSQL).',
      single(stored?.walWrittenBytes ?? undefined),
    ),
    gauge(
      'jurybox_backup_timestamp_seconds',
      'When the newest backup started; 0 if there is none.',
      single(backedUpAt === undefined ? undefined : backedUpAt / 1000),
    ),
  ];
}

function ofEvaluations(stored: StoredFigures | undefined): readonly Series[] {
  return [
    gauge(
      'jurybox_leases',
      'Assignments, by whether their lease is open or expired.',
      stored === undefined
        ? []
        : byLabel('state', [
            ['open', stored.leases - stored.expiredLeases],
            ['expired', stored.expiredLeases],
          ]),
    ),
    gauge(
      'jurybox_generation_cells',
      'Outputs of running generation runs, by state.',
      stored === undefined ? [] : byLabel('state', cellsOf(stored)),
    ),
    gauge(
      'jurybox_generation_oldest_seconds',
      'Since the oldest unfinished generation run started or resumed.',
      single(stored === undefined ? undefined : stored.oldestMs / 1000),
    ),
  ];
}

function cellsOf(stored: StoredFigures): readonly (readonly [string, number])[] {
  const { total, done, failed, canceled, claimed } = stored;
  // Counted a moment apart: a claimed cell may be done by now.
  const waiting = Math.max(0, total - done - failed - canceled - claimed);
  return [
    ['waiting', waiting],
    ['running', claimed],
    ['done', done],
    ['failed', failed],
    ['canceled', canceled],
  ];
}
