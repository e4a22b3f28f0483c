import { findRow, type Queryable, type Transaction } from '../database.ts';
import { isOne, type RowOf, statement, withClock } from '../statement.ts';

export interface EvaluationAnnotator {
  readonly annotatorId: string;
  readonly handed: number;
  readonly judged: number;
  readonly skipped: number;
  /** How often each pair of variants was handed out so far, as JSON text. */
  readonly sides: string;
  readonly cursor: QueueCursor;
}

/** The place of an annotator in a queue. */
export interface QueueCursor {
  readonly queueId: string | null;
  /** The rank up to which every task was theirs or taken when they reached it. */
  readonly place: number;
  /** The rank up to which they have searched again since a task came back. */
  readonly swept: number;
  /** The `returns` of the queue when they began to search again. */
  readonly returns: number;
}

export interface Visit {
  readonly evaluationId: string;
  readonly annotatorId: string;
  readonly kind: 'member' | 'guest';
  readonly now: number;
}

const UPSERT_ANNOTATOR = `INSERT INTO evaluation_annotators (workspace_id, evaluation_id,
     annotator_id, kind, handed, judged, judgement_changes, skipped, flagged, time_taken_ms, sides,
     cursor_rank, cursor_swept, cursor_queue_id, cursor_returns, created_at, last_active_at)
   VALUES ($1, $2, $3, $4, 0, 0, 0, 0, 0, 0, '{}', -1, -1, NULL, 0, $5, $5)
   ON CONFLICT (workspace_id, evaluation_id, annotator_id)
     DO UPDATE SET last_active_at = excluded.last_active_at
   RETURNING annotator_id, handed, judged, skipped, sides, cursor_rank, cursor_swept,
     cursor_queue_id, cursor_returns`;

const ANNOTATOR_COLUMNS = {
  annotatorId: 'text',
  handed: 'integer',
  judged: 'integer',
  skipped: 'integer',
  sides: 'text',
  cursorRank: 'integer',
  cursorSwept: 'integer',
  cursorQueueId: 'text?',
  cursorReturns: 'integer',
} as const;

const HOLD_ANNOTATOR = statement(UPSERT_ANNOTATOR, ANNOTATOR_COLUMNS);

/** Notes that the annotator is active, and makes their other requests wait for this transaction. */
export async function holdAnnotator(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, annotatorId, kind, now }: Visit,
): Promise<EvaluationAnnotator> {
  const row = await findRow(tx, HOLD_ANNOTATOR, [
    workspaceId,
    evaluationId,
    annotatorId,
    kind,
    now,
  ]);
  if (row === undefined) throw new Error('The annotator was not stored.');
  return toAnnotator(row);
}

export interface QueueVisit extends Visit {
  readonly queueId: string;
}

/** An annotator who asks for tasks, with all that is needed to hand some out. */
export interface QueueVisitor extends EvaluationAnnotator {
  /** How often a task has come back into the queue. */
  readonly returns: number;
  readonly held: number;
  readonly hasExpiredLeases: boolean;
}

const LOOK_AT_QUEUE = statement(
  withClock(
    (now) => `SELECT
     (SELECT q.returns FROM queues q WHERE q.workspace_id = $1 AND q.id = $4) AS returns,
     (SELECT COUNT(*) FROM assignments x WHERE x.workspace_id = $1 AND x.evaluation_id = $2
        AND x.annotator_id = $3 AND x.status = 'open') AS held,
     CASE WHEN EXISTS (SELECT 1 FROM assignments x WHERE x.workspace_id = $1
        AND x.evaluation_id = $2 AND x.status = 'open' AND x.lease_until < ${now})
       THEN 1 ELSE 0 END AS has_expired_leases`,
  ),
  { returns: 'integer', held: 'integer', hasExpiredLeases: isOne },
);

/** `holdAnnotator`, and the state of the queue in the same round trip. */
export async function visitQueue(
  tx: Transaction,
  workspaceId: string,
  visit: QueueVisit,
): Promise<QueueVisitor> {
  const parameters = [workspaceId, visit.evaluationId, visit.annotatorId, visit.queueId];
  const [annotator, queue] = await Promise.all([
    holdAnnotator(tx, workspaceId, visit),
    findRow(tx, LOOK_AT_QUEUE, parameters),
  ]);
  if (queue === undefined) throw new Error('The queue was not read.');
  return { ...annotator, ...queue };
}

const FIND_ANNOTATOR = statement(
  `SELECT judged, skipped FROM evaluation_annotators
   WHERE workspace_id = $1 AND evaluation_id = $2 AND annotator_id = $3`,
  { judged: 'integer', skipped: 'integer' },
);

/** Undefined for an annotator who has not begun. */
export async function findAnnotator(
  db: Queryable,
  workspaceId: string,
  { evaluationId, annotatorId }: { evaluationId: string; annotatorId: string },
): Promise<Pick<EvaluationAnnotator, 'judged' | 'skipped'> | undefined> {
  return findRow(db, FIND_ANNOTATOR, [workspaceId, evaluationId, annotatorId]);
}

export interface HandOut {
  readonly evaluationId: string;
  readonly annotatorId: string;
  readonly handed: number;
  readonly sides: string;
  readonly cursor: QueueCursor;
}

const UPDATE_HAND_OUT = statement(
  `UPDATE evaluation_annotators SET handed = $4, sides = $5, cursor_rank = $6, cursor_swept = $7,
     cursor_queue_id = $8, cursor_returns = $9
   WHERE workspace_id = $1 AND evaluation_id = $2 AND annotator_id = $3`,
  {},
);

/** Stores what was handed out and the annotator's place in the queue. */
export async function updateHandOut(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, annotatorId, handed, sides, cursor }: HandOut,
): Promise<void> {
  await tx.query(UPDATE_HAND_OUT, [
    workspaceId,
    evaluationId,
    annotatorId,
    handed,
    sides,
    cursor.place,
    cursor.swept,
    cursor.queueId,
    cursor.returns,
  ]);
}

export interface AnnotatorCount {
  readonly evaluationId: string;
  readonly annotatorId: string;
  readonly judged?: number;
  readonly judgementChanges?: number;
  readonly skipped?: number;
  readonly flagged?: number;
  readonly timeTakenMs?: number;
  /** Scenarios that their judgement completed. */
  readonly completed?: number;
}

const COUNT_FOR_ANNOTATOR = statement(
  `UPDATE evaluation_annotators SET judged = judged + $4,
     judgement_changes = judgement_changes + $5, skipped = skipped + $6, flagged = flagged + $7,
     time_taken_ms = time_taken_ms + $8, completed = completed + $9
   WHERE workspace_id = $1 AND evaluation_id = $2 AND annotator_id = $3`,
  {},
);

export async function countForAnnotator(
  tx: Transaction,
  workspaceId: string,
  count: AnnotatorCount,
): Promise<void> {
  await tx.query(COUNT_FOR_ANNOTATOR, [
    workspaceId,
    count.evaluationId,
    count.annotatorId,
    count.judged ?? 0,
    count.judgementChanges ?? 0,
    count.skipped ?? 0,
    count.flagged ?? 0,
    count.timeTakenMs ?? 0,
    count.completed ?? 0,
  ]);
}

function toAnnotator(row: RowOf<typeof ANNOTATOR_COLUMNS>): EvaluationAnnotator {
  return {
    ...row,
    cursor: {
      queueId: row.cursorQueueId,
      place: row.cursorRank,
      swept: row.cursorSwept,
      returns: row.cursorReturns,
    },
  };
}
