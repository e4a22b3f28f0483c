import { findRow, type Queryable, type Transaction } from './database.ts';
import { type Row, statement } from './statement.ts';
import type { QueuePlace } from './tasks.ts';

export interface EvaluationAnnotator {
  readonly annotatorId: string;
  readonly handed: number;
  readonly judged: number;
  readonly skipped: number;
  /** How often each pair of variants was handed out so far, as JSON text. */
  readonly sides: string;
  readonly cursor: {
    readonly place: QueuePlace;
    readonly queueId: string | null;
    readonly returns: number;
  };
}

export interface Visit {
  readonly evaluationId: string;
  readonly annotatorId: string;
  readonly kind: 'member' | 'guest';
  readonly now: number;
}

const HOLD_ANNOTATOR = statement(
  `INSERT INTO evaluation_annotators (workspace_id, evaluation_id, annotator_id, kind, handed,
     judged, judgement_changes, skipped, flagged, time_taken_ms, sides, cursor_load, cursor_rank,
     cursor_queue_id, cursor_returns, created_at, last_active_at)
   VALUES ($1, $2, $3, $4, 0, 0, 0, 0, 0, 0, '{}', -1, 0, NULL, 0, $5, $5)
   ON CONFLICT (workspace_id, evaluation_id, annotator_id)
     DO UPDATE SET last_active_at = excluded.last_active_at
   RETURNING annotator_id, handed, judged, skipped, sides, cursor_load, cursor_rank,
     cursor_queue_id, cursor_returns`,
  {
    annotator_id: 'text',
    handed: 'integer',
    judged: 'integer',
    skipped: 'integer',
    sides: 'text',
    cursor_load: 'integer',
    cursor_rank: 'integer',
    cursor_queue_id: 'text?',
    cursor_returns: 'integer',
  },
);

/** Notes that the annotator is active. Their other requests wait until this transaction ends. */
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

const FIND_ANNOTATOR = statement(
  `SELECT judged, skipped FROM evaluation_annotators
   WHERE workspace_id = $1 AND evaluation_id = $2 AND annotator_id = $3`,
  { judged: 'integer', skipped: 'integer' },
);

/** Undefined for somebody who has not begun. */
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
  readonly cursor: EvaluationAnnotator['cursor'];
}

const UPDATE_HAND_OUT = statement(
  `UPDATE evaluation_annotators SET handed = $4, sides = $5, cursor_load = $6, cursor_rank = $7,
     cursor_queue_id = $8, cursor_returns = $9
   WHERE workspace_id = $1 AND evaluation_id = $2 AND annotator_id = $3`,
  {},
);

/** Where the annotator stands in the queue. */
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
    cursor.place.load,
    cursor.place.rank,
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
}

const COUNT_FOR_ANNOTATOR = statement(
  `UPDATE evaluation_annotators SET judged = judged + $4,
     judgement_changes = judgement_changes + $5, skipped = skipped + $6, flagged = flagged + $7,
     time_taken_ms = time_taken_ms + $8
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
  ]);
}

function toAnnotator(row: Row<typeof HOLD_ANNOTATOR>): EvaluationAnnotator {
  return {
    annotatorId: row.annotator_id,
    handed: row.handed,
    judged: row.judged,
    skipped: row.skipped,
    sides: row.sides,
    cursor: {
      place: { load: row.cursor_load, rank: row.cursor_rank },
      queueId: row.cursor_queue_id,
      returns: row.cursor_returns,
    },
  };
}
