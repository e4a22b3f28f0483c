import type { GenerationStatus } from '../contract/generation.ts';
import { findRow, type Queryable, type Transaction } from './database.ts';
import { locking, statement } from './statement.ts';

export type RunStatus = Exclude<GenerationStatus, 'none'>;

export interface Run {
  readonly status: RunStatus;
  readonly reuse: boolean;
  readonly startedBy: string;
  readonly startedAt: number;
  readonly resumedAt: number;
  readonly endedAt: number | null;
}

const FIND_RUN = `SELECT status, reuse, started_by, started_at, resumed_at, ended_at
   FROM generation_runs WHERE workspace_id = $1 AND evaluation_id = $2`;

const RUN_COLUMNS = {
  status: 'text',
  reuse: 'integer',
  started_by: 'text',
  started_at: 'integer',
  resumed_at: 'integer',
  ended_at: 'integer?',
} as const;

const FINDINGS = {
  free: statement(FIND_RUN, RUN_COLUMNS),
  exclusive: statement(locking(FIND_RUN, 'exclusive'), RUN_COLUMNS),
} as const;

/** The run of an evaluation, which has one at most; `exclusive` holds it until the transaction ends. */
export async function findRun(
  db: Queryable,
  workspaceId: string,
  { evaluationId, lock }: { evaluationId: string; lock: keyof typeof FINDINGS },
): Promise<Run | undefined> {
  const row = await findRow(db, FINDINGS[lock], [workspaceId, evaluationId]);
  return (
    row && {
      status: row.status as RunStatus, // Only these are ever written.
      reuse: row.reuse === 1,
      startedBy: row.started_by,
      startedAt: row.started_at,
      resumedAt: row.resumed_at,
      endedAt: row.ended_at,
    }
  );
}

const PREPARE_RUN = statement(
  `INSERT INTO generation_runs
     (workspace_id, evaluation_id, status, reuse, started_by, started_at, resumed_at)
   VALUES ($1, $2, 'preparing', $3, $4, $5, $5)
   ON CONFLICT (workspace_id, evaluation_id) DO UPDATE SET status = excluded.status,
     reuse = excluded.reuse, started_by = excluded.started_by, started_at = excluded.started_at,
     resumed_at = excluded.resumed_at, ended_at = NULL
   WHERE generation_runs.status IN ('finished', 'canceled')
     OR (generation_runs.status = 'preparing' AND generation_runs.started_at < $6)
   RETURNING status`,
  { status: 'text' },
);

export interface NewRun {
  readonly evaluationId: string;
  readonly reuse: boolean;
  readonly startedBy: string;
  readonly now: number;
  /** Whoever was preparing since before then is gone. */
  readonly abandonedBefore: number;
}

/** Begins a run whose cells are written next. False when one is under way. */
export async function prepareRun(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, reuse, startedBy, now, abandonedBefore }: NewRun,
): Promise<boolean> {
  const row = await findRow(tx, PREPARE_RUN, [
    workspaceId,
    evaluationId,
    Number(reuse),
    startedBy,
    now,
    abandonedBefore,
  ]);
  return row !== undefined;
}

const UPDATE_RUN = statement(
  `UPDATE generation_runs SET status = $3, ended_at = $4, resumed_at = COALESCE($5, resumed_at)
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  {},
);

/** A run that was found exclusively goes on, rests or ends. */
export async function updateRun(
  tx: Transaction,
  workspaceId: string,
  change: { evaluationId: string; status: RunStatus; now: number },
): Promise<void> {
  const isOver = change.status === 'finished' || change.status === 'canceled';
  await tx.query(UPDATE_RUN, [
    workspaceId,
    change.evaluationId,
    change.status,
    isOver ? change.now : null,
    change.status === 'running' ? change.now : null,
  ]);
}

const REST_RUN = statement(
  `UPDATE generation_runs SET status = 'paused'
   WHERE workspace_id = $1 AND evaluation_id = $2 AND status = 'running'`,
  {},
);

/** Nothing is to be written into the evaluation any more, until somebody resumes the run. */
export async function restRun(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<void> {
  await tx.query(REST_RUN, [workspaceId, evaluationId]);
}
