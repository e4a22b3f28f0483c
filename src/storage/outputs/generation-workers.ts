import type { Queryable, Transaction } from '../database.ts';
import { clocked, statement } from '../statement.ts';
import { writing } from '../writing.ts';

/** Without a sign of life for this long a process has lost what it had claimed. */
const WORKER_SILENCE_MS = 10_000;

const SEE_WORKER = statement(
  clocked(
    (now) => `INSERT INTO generation_workers (id, joined_at, seen_at) VALUES ($1, ${now}, ${now})
     ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
  ),
  {},
);

const FORGET_SILENT = statement(
  clocked((now) => `DELETE FROM generation_workers WHERE seen_at < ${now} - ${WORKER_SILENCE_MS}`),
  {},
);

/** A sign of life. Those who give none any more are forgotten. */
export async function seeWorker(tx: Transaction, workerId: string): Promise<void> {
  await tx.query(SEE_WORKER, [workerId]);
  await tx.query(FORGET_SILENT, []);
}

const LIST_WORKERS = statement(
  clocked(
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

/** The process ends: what it had not answered is abandoned. */
export const deleteWorker = writing<[workerId: string]>(
  'DELETE FROM generation_workers WHERE id = $1',
);

/** On an embedded database, whose one process has just begun, all others are gone. */
export const deleteAllWorkers = writing<[]>('DELETE FROM generation_workers');

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

/** What a process has claimed and not answered yet. */
export async function listClaimed(db: Queryable, workerId: string) {
  return db.query(LIST_CLAIMED, [workerId]);
}

const IS_ABANDONED = `status = 'running'
     AND claimed_by NOT IN (SELECT w.id FROM generation_workers w)`;

// Made distinct afterwards: to find distinct ones, SQLite would read every cell there is in their order.
const LIST_ABANDONED = statement(
  `SELECT workspace_id, evaluation_id FROM generation_cells WHERE ${IS_ABANDONED}`,
  { workspaceId: 'text', evaluationId: 'text' },
);

/** Evaluations with cells that were claimed by processes that are gone. */
export async function listAbandoned(
  db: Queryable,
): Promise<readonly { workspaceId: string; evaluationId: string }[]> {
  const cells = await db.query(LIST_ABANDONED, []);
  return [...new Map(cells.map((cell) => [cell.evaluationId, cell])).values()];
}

export const freeAbandoned = writing<[workspaceId: string, evaluationId: string]>(
  `UPDATE generation_cells SET status = 'waiting', claimed_by = NULL
   WHERE workspace_id = $1 AND evaluation_id = $2 AND ${IS_ABANDONED}`,
);
