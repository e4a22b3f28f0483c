import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type Row, statement } from '../statement.ts';
import { asWord, workspaceWriter } from '../writers.ts';

const FIND_STAGED = statement(
  `SELECT e.queue_id, e.published_at, e.created_at, e.scenario_count,
     (SELECT COALESCE(MAX(s.position), -1) + 1 FROM scenarios s
      WHERE s.workspace_id = $1 AND s.evaluation_id = e.id) AS next_position
   FROM human_evaluations e WHERE e.workspace_id = $1 AND e.id = $2`,
  {
    queueId: 'text',
    publishedAt: 'integer?',
    createdAt: 'integer',
    /** Before publication: the number of scenarios that the import expects. */
    scenarioCount: 'integer',
    nextPosition: 'integer',
  },
);

export type FoundEvaluation = Row<typeof FIND_STAGED>;

/** An evaluation by its id, whether requests show it or not. */
export async function findImportedEvaluation(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<FoundEvaluation | undefined> {
  return findRow(db, FIND_STAGED, [workspaceId, id]);
}

const HOLD_STAGED = statement(
  `UPDATE human_evaluations SET created_at = $3, scenario_count = $4
   WHERE workspace_id = $1 AND id = $2 AND published_at IS NULL RETURNING id`,
  { id: 'text' },
);

/** Renews its age, so that upkeep keeps it while it is being written. False when it is gone. */
export async function holdStagedEvaluation(
  tx: Transaction,
  workspaceId: string,
  staged: { readonly id: string; readonly now: number; readonly scenarioCount: number },
): Promise<boolean> {
  const { id, now, scenarioCount } = staged;
  return (await findRow(tx, HOLD_STAGED, [workspaceId, id, now, scenarioCount])) !== undefined;
}

/** Sets what only an import knows, for an evaluation published in the same transaction. */
export const updateImportedEvaluation = workspaceWriter(
  `UPDATE human_evaluations SET status = $3, status_set_by = 'user', inputs = $4, created_at = $5,
     updated_at = $6
   WHERE workspace_id = $1 AND id = $2`,
  {
    id: 'text',
    status: asWord<EvaluationStatus>,
    inputs: 'text',
    createdAt: 'integer',
    updatedAt: 'integer',
  },
);

/** The only annotator that an import knows. */
export const insertImportedAnnotator = workspaceWriter(
  `INSERT INTO evaluation_annotators (workspace_id, evaluation_id, annotator_id, kind, handed,
     judged, judgement_changes, completed, skipped, flagged, time_taken_ms, sides, cursor_rank,
     cursor_swept, cursor_queue_id, cursor_returns, created_at, last_active_at)
   VALUES ($1, $2, $3, 'member', 0, $4, $5, $6, 0, 0, 0, '{}', -1, -1, NULL, 0, $7, $7)`,
  {
    evaluationId: 'text',
    annotatorId: 'text',
    judged: 'integer',
    judgementChanges: 'integer',
    completed: 'integer',
    now: 'integer',
  },
);
