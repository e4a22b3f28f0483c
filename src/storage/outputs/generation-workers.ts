import type { Queryable, Transaction } from '../database.ts';
import { statement, withClock } from '../statement.ts';
import { writer } from '../writers.ts';

/** A process without a sign of life for this long has lost its claims. */
const WORKER_SILENCE_MS = 10_000;

const SEE_WORKER = statement(
  withClock(
    (now) => `INSERT INTO generation_workers (id, joined_at, seen_at) VALUES ($1, ${now}, ${now})
     ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
  ),
  {},
);

const FORGET_SILENT = statement(
  withClock(
    (now) => `DELETE FROM generation_workers WHERE seen_at < ${now} - ${WORKER_SILENCE_MS}`,
  ),
  {},
);

/** Records a sign of life, and deletes the processes without a recent one. */
export async function seeWorker(tx: Transaction, workerId: string): Promise<void> {
  await tx.query(SEE_WORKER, [workerId]);
  await tx.query(FORGET_SILENT, []);
}

const LIST_WORKERS = statement(
  withClock(
    (now) => `SELECT id, ${now} - joined_at AS age_ms FROM generation_workers
     WHERE seen_at >= ${now} - ${WORKER_SILENCE_MS} ORDER BY joined_at, id`,
  ),
  { id: 'text', ageMs: 'integer' },
);

/** The processes that make calls, oldest first. */
export async function listWorkers(
  db: Queryable,
): Promise<readonly { id: string; ageMs: number }[]> {
  return db.query(LIST_WORKERS, []);
}

/** For a process that ends: its unanswered cells are abandoned. */
export const deleteWorker = writer<[workerId: string]>(
  'DELETE FROM generation_workers WHERE id = $1',
);

/** For the start of the only process on an embedded database: all others have ended. */
export const deleteAllWorkers = writer<[]>('DELETE FROM generation_workers');

const LIST_CLAIMED = statement(
  `SELECT workspace_id, evaluation_id, scenario_id, variant_position AS variant, updated_at AS claimed_at,
     attempts
   FROM generation_cells WHERE status = 'running' AND claimed_by = $1
   ORDER BY evaluation_id, variant_position, position`,
  {
    workspaceId: 'text',
    evaluationId: 'text',
    scenarioId: 'text',
    variant: 'integer',
    claimedAt: 'integer',
    attempts: 'integer',
  },
);

/** The cells that a process has claimed and not answered yet. */
export async function listClaimed(db: Queryable, workerId: string) {
  return db.query(LIST_CLAIMED, [workerId]);
}

const IS_ABANDONED = `status = 'running'
     AND claimed_by NOT IN (SELECT w.id FROM generation_workers w)`;

// Made distinct in code: for DISTINCT, SQLite would read every cell in the order of an index.
const LIST_ABANDONED = statement(
  `SELECT workspace_id, evaluation_id FROM generation_cells WHERE ${IS_ABANDONED}`,
  { workspaceId: 'text', evaluationId: 'text' },
);

/** Evaluations with cells that were claimed by processes that have ended. */
export async function listAbandoned(
  db: Queryable,
): Promise<readonly { workspaceId: string; evaluationId: string }[]> {
  const cells = await db.query(LIST_ABANDONED, []);
  return [...new Map(cells.map((cell) => [cell.evaluationId, cell])).values()];
}

export const freeAbandoned = writer<[workspaceId: string, evaluationId: string]>(
  `UPDATE generation_cells SET status = 'waiting', claimed_by = NULL
   WHERE workspace_id = $1 AND evaluation_id = $2 AND ${IS_ABANDONED}`,
);
