import type { Queryable, Transaction } from './database.ts';
import { clocked, statement } from './statement.ts';

/** Without a sign of life for this long a process has lost what it had claimed. */
export const WORKER_SILENCE_MS = 10_000;

const SEE_WORKER = statement(
  clocked(
    (now) => `INSERT INTO generation_workers (id, joined_at, seen_at) VALUES ($1, ${now}, ${now})
     ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
  ),
  {},
);

const IS_SILENT = clocked((now) => `seen_at < ${now} - ${WORKER_SILENCE_MS}`);

const FREE_CELLS = (silent: string) =>
  `UPDATE generation_cells SET status = 'waiting', claimed_by = NULL
   WHERE status = 'running' AND claimed_by NOT IN
     (SELECT w.id FROM generation_workers w WHERE NOT (w.${silent}))`;

const FREE_ABANDONED_CELLS = statement(
  { sqlite: FREE_CELLS(IS_SILENT.sqlite), postgres: FREE_CELLS(IS_SILENT.postgres) },
  {},
);

const FORGET_SILENT = statement(
  {
    sqlite: `DELETE FROM generation_workers WHERE ${IS_SILENT.sqlite}`,
    postgres: `DELETE FROM generation_workers WHERE ${IS_SILENT.postgres}`,
  },
  {},
);

/** A sign of life. What others claimed who give none any more waits again. */
export async function seeWorker(tx: Transaction, workerId: string): Promise<void> {
  await tx.query(SEE_WORKER, [workerId]);
  await tx.query(FREE_ABANDONED_CELLS, []);
  await tx.query(FORGET_SILENT, []);
}

const LIST_WORKERS = statement(
  clocked(
    (now) => `SELECT id, ${now} - joined_at AS age_ms FROM generation_workers
     WHERE seen_at >= ${now} - ${WORKER_SILENCE_MS} ORDER BY joined_at, id`,
  ),
  { id: 'text', age_ms: 'integer' },
);

/** The processes that make calls, oldest first. */
export async function listWorkers(
  db: Queryable,
): Promise<readonly { id: string; ageMs: number }[]> {
  const rows = await db.query(LIST_WORKERS, []);
  return rows.map((row) => ({ id: row.id, ageMs: row.age_ms }));
}

const DELETE_WORKER = statement('DELETE FROM generation_workers WHERE id = $1', {});
const FREE_OWN_CELLS = statement(
  `UPDATE generation_cells SET status = 'waiting', claimed_by = NULL
   WHERE status = 'running' AND claimed_by = $1`,
  {},
);

/** The process ends: what it had not answered waits for others. */
export async function deleteWorker(tx: Transaction, workerId: string): Promise<void> {
  await tx.query(FREE_OWN_CELLS, [workerId]);
  await tx.query(DELETE_WORKER, [workerId]);
}

const DELETE_ALL_WORKERS = statement('DELETE FROM generation_workers', {});

/** On an embedded database, whose one process has just begun, all others are gone. */
export async function deleteAllWorkers(tx: Transaction): Promise<void> {
  await tx.query(DELETE_ALL_WORKERS, []);
}
