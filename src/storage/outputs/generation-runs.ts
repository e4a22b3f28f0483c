import type { GenerationStatus } from '../../contract/outputs/generation.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { isOne, type RowOf, statement, withClock, withLock, word } from '../statement.ts';
import { writer } from '../writers.ts';

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

const FINDERS = {
  free: statement(FIND_RUN, RUN_COLUMNS),
  exclusive: statement(withLock(FIND_RUN, 'exclusive'), RUN_COLUMNS),
} as const;

/** The run of an evaluation, if it has one; `exclusive` locks it until the transaction ends. */
export async function findRun(
  db: Queryable,
  workspaceId: string,
  { evaluationId, lock }: { evaluationId: string; lock: keyof typeof FINDERS },
): Promise<Run | undefined> {
  return findRow(db, FINDERS[lock], [workspaceId, evaluationId]);
}

/** Without a batch of cells for this long, the preparing process is gone. */
const PREPARER_SILENCE_MS = 60_000;

const IS_ABANDONED = (now: string) =>
  `generation_runs.status = 'preparing'
     AND generation_runs.resumed_at < ${now} - ${PREPARER_SILENCE_MS}`;

const PREPARE_RUN = statement(
  withClock(
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

/** Begins a run whose cells are written next. False when another run is in progress. */
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
  withClock(
    (now) => `UPDATE generation_runs SET resumed_at = ${now}
     WHERE workspace_id = $1 AND evaluation_id = $2 AND status = 'preparing' AND started_at = $3
     RETURNING status`,
  ),
  { status: 'text' },
);

/**
 * Locks the run until the transaction ends, and renews its sign of life. False when this process no
 * longer prepares it.
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
    withClock(
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

/** Cancels runs whose preparation was interrupted; `all` if no other process can prepare one. */
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

/** Changes the status of a run that the transaction has locked. */
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

/** Pauses a run until an editor resumes it: nothing more may be written into the evaluation. */
export const restRun = writer<[workspaceId: string, evaluationId: string]>(
  `UPDATE generation_runs SET status = 'paused'
   WHERE workspace_id = $1 AND evaluation_id = $2 AND status = 'running'`,
);
