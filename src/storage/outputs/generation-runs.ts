import type { GenerationStatus } from '../../contract/outputs/generation.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { clocked, isOne, locking, type RowOf, statement, word } from '../statement.ts';
import { writing } from '../writing.ts';

export type RunStatus = Exclude<GenerationStatus, 'none'>;

const FIND_RUN = `SELECT status, reuse, started_by, started_at, resumed_at, ended_at
   FROM generation_runs WHERE workspace_id = $1 AND evaluation_id = $2`;

const RUN_COLUMNS = {
  status: word<RunStatus>,
  reuse: isOne,
  startedBy: 'text',
  startedAt: 'integer',
  resumedAt: 'integer',
  endedAt: 'integer?',
} as const;

export type Run = RowOf<typeof RUN_COLUMNS>;

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
  return findRow(db, FINDINGS[lock], [workspaceId, evaluationId]);
}

/** Without a sign for this long, the preparing process is gone. Each batch of cells is a sign. */
const PREPARER_SILENCE_MS = 60_000;

const IS_ABANDONED = (now: string) =>
  `generation_runs.status = 'preparing'
     AND generation_runs.resumed_at < ${now} - ${PREPARER_SILENCE_MS}`;

const PREPARE_RUN = statement(
  clocked(
    (now) => `INSERT INTO generation_runs
     (workspace_id, evaluation_id, status, reuse, started_by, started_at, resumed_at)
   VALUES ($1, $2, 'preparing', $3, $4, $5, ${now})
   ON CONFLICT (workspace_id, evaluation_id) DO UPDATE SET status = excluded.status,
     reuse = excluded.reuse, started_by = excluded.started_by, started_at = excluded.started_at,
     resumed_at = excluded.resumed_at, ended_at = NULL
   WHERE generation_runs.status IN ('finished', 'canceled') OR (${IS_ABANDONED('excluded.resumed_at')})
   RETURNING status`,
  ),
  { status: 'text' },
);

export interface NewRun {
  readonly evaluationId: string;
  readonly reuse: boolean;
  readonly startedBy: string;
  readonly now: number;
}

/** Begins a run whose cells are written next. False when one is under way. */
export async function prepareRun(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, reuse, startedBy, now }: NewRun,
): Promise<boolean> {
  const row = await findRow(tx, PREPARE_RUN, [
    workspaceId,
    evaluationId,
    Number(reuse),
    startedBy,
    now,
  ]);
  return row !== undefined;
}

const HOLD_PREPARATION = statement(
  clocked(
    (now) => `UPDATE generation_runs SET resumed_at = ${now}
     WHERE workspace_id = $1 AND evaluation_id = $2 AND status = 'preparing' AND started_at = $3
     RETURNING status`,
  ),
  { status: 'text' },
);

/**
 * Holds the run until the transaction ends, as a sign that it is still being prepared. False when
 * it is not any more, or by another process.
 */
export async function holdPreparation(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, startedAt }: { evaluationId: string; startedAt: number },
): Promise<boolean> {
  return (
    (await findRow(tx, HOLD_PREPARATION, [workspaceId, evaluationId, startedAt])) !== undefined
  );
}

const cancelWhere = (isCanceled: (now: string) => string) =>
  statement(
    clocked(
      (now) => `UPDATE generation_runs SET status = 'canceled', ended_at = ${now}
       WHERE ${isCanceled(now)}
       RETURNING workspace_id, evaluation_id`,
    ),
    { workspaceId: 'text', evaluationId: 'text' },
  );

const CANCELLATIONS = {
  abandoned: cancelWhere(IS_ABANDONED),
  all: cancelWhere(() => "status = 'preparing'"),
} as const;

/** Cancels runs whose preparation ended without an end; `all` where no other process can be at it. */
export async function cancelPreparations(
  tx: Transaction,
  which: keyof typeof CANCELLATIONS,
): Promise<readonly { workspaceId: string; evaluationId: string }[]> {
  return tx.query(CANCELLATIONS[which], []);
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

/** Nothing is to be written into the evaluation any more, until an editor resumes the run. */
export const restRun = writing<[workspaceId: string, evaluationId: string]>(
  `UPDATE generation_runs SET status = 'paused'
   WHERE workspace_id = $1 AND evaluation_id = $2 AND status = 'running'`,
);
