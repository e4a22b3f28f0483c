import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';
import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';
import type { StoredSettings } from '../../domain/evaluations/evaluation-settings.ts';
import type { Name } from '../../domain/names.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { isOne, type RowOf, statement, withLock, word } from '../statement.ts';
import { asWord, workspaceInserter, workspaceWriter } from '../writers.ts';
import { insertGuidelines } from './evaluation-guidelines.ts';
import { readSettings } from './human-evaluations.ts';
import { insertQueue, type ScenarioSpan } from './queues.ts';
import { SHOWN_OUTPUTS } from './shown-outputs.ts';

export interface UnpublishedEvaluation {
  readonly id: string;
  readonly queueId: string;
  readonly type: EvaluationType;
  readonly inputs: readonly string[];
  readonly settings: StoredSettings;
  readonly judgementsPerTask: number;
  readonly createdBy: string;
  readonly now: number;
}

const INSERT_UNPUBLISHED_EVALUATION = statement(
  `INSERT INTO human_evaluations (workspace_id, id, type, status, status_set_by, inputs, settings,
     judgements_per_task, guidelines_version, scenario_count, queue_id, created_by, created_at,
     updated_at)
   VALUES ($1, $2, $3, 'EVALUATION_INITIALIZED', 'server', $4, $5, $6, 1, 0, $7, $8, $9, $9)`,
  {},
);

/** Inserts an evaluation under which scenarios are written, and which no request shows. */
export async function insertUnpublishedEvaluation(
  tx: Transaction,
  workspaceId: string,
  evaluation: UnpublishedEvaluation,
): Promise<void> {
  await tx.query(INSERT_UNPUBLISHED_EVALUATION, [
    workspaceId,
    evaluation.id,
    evaluation.type,
    JSON.stringify(evaluation.inputs),
    JSON.stringify(evaluation.settings),
    evaluation.judgementsPerTask,
    evaluation.queueId,
    evaluation.createdBy,
    evaluation.now,
  ]);
  const queue = { id: evaluation.queueId, evaluationId: evaluation.id, removableAt: null };
  await insertQueue(tx, workspaceId, queue);
}

export interface Publication {
  readonly id: string;
  readonly appId: string;
  readonly testset: { readonly id: string; readonly revisionId: string; readonly revision: number };
  readonly variants: readonly {
    readonly id: string;
    readonly revisionId: string;
    readonly revision: number;
  }[];
  readonly scenarioCount: number;
  readonly taskCount: number;
  readonly guidelines: string;
  readonly name: Name;
  readonly description: string;
  readonly createdBy: string;
  readonly now: number;
}

const PUBLISH_EVALUATION = statement(
  `UPDATE human_evaluations SET app_id = $3, testset_id = $4, testset_revision_id = $5,
     testset_revision = $6, scenario_count = $7, published_at = $8, name = $9, name_key = $10,
     description = $11
   WHERE workspace_id = $1 AND id = $2`,
  {},
);

const insertEvaluationVariant = workspaceInserter('evaluation_variants', {
  evaluationId: 'text',
  position: 'integer',
  variantId: 'text',
  revisionId: 'text',
  revision: 'integer',
});

const UPDATE_TASK_COUNT = statement(
  `UPDATE queues SET task_count = $3 WHERE workspace_id = $1 AND id IN
     (SELECT queue_id FROM human_evaluations WHERE workspace_id = $1 AND id = $2)`,
  {},
);

/** Publishes an evaluation whose scenarios are written. */
export async function publishEvaluation(
  tx: Transaction,
  workspaceId: string,
  publication: Publication,
): Promise<void> {
  const { id, testset } = publication;
  await tx.query(PUBLISH_EVALUATION, [
    workspaceId,
    id,
    publication.appId,
    testset.id,
    testset.revisionId,
    testset.revision,
    publication.scenarioCount,
    publication.now,
    publication.name.text,
    publication.name.key,
    publication.description,
  ]);
  for (const [position, variant] of publication.variants.entries()) {
    const { id: variantId, revisionId, revision } = variant;
    const row = { evaluationId: id, position, variantId, revisionId, revision };
    await insertEvaluationVariant(tx, workspaceId, row);
  }
  await tx.query(UPDATE_TASK_COUNT, [workspaceId, id, publication.taskCount]);
  await insertGuidelines(tx, workspaceId, {
    evaluationId: id,
    version: 1,
    guidelines: publication.guidelines,
    createdBy: publication.createdBy,
    createdAt: publication.now,
  });
}

const STATE = `SELECT queue_id, status, status_set_by,
     CASE WHEN closed_at IS NULL AND archived_at IS NULL THEN 0 ELSE 1 END AS is_closed, archived_at,
     judgements_per_task, settings
   FROM human_evaluations
   WHERE workspace_id = $1 AND id = $2 AND published_at IS NOT NULL`;

const STATE_COLUMNS = {
  queueId: 'text',
  status: word<EvaluationStatus>,
  statusSetBy: word<'server' | 'user'>,
  /** Closed or archived. */
  isClosed: isOne,
  archivedAt: 'integer?',
  judgementsPerTask: 'integer',
  settings: readSettings,
} as const;

/** The part of an evaluation that other transactions may change. */
export type EvaluationState = RowOf<typeof STATE_COLUMNS>;

const LOCKS = {
  share: statement(withLock(STATE, 'share'), STATE_COLUMNS),
  exclusive: statement(withLock(STATE, 'exclusive'), STATE_COLUMNS),
} as const;

/**
 * Locks an evaluation until the transaction ends. Judgements share the lock, so they do not wait
 * for each other, and closing waits for all of them. Undefined when the evaluation is gone.
 */
export async function lockEvaluation(
  tx: Transaction,
  workspaceId: string,
  { id, lock }: { id: string; lock: keyof typeof LOCKS },
): Promise<EvaluationState | undefined> {
  return findRow(tx, LOCKS[lock], [workspaceId, id]);
}

const COUNT_INCOMPLETE = statement(
  `SELECT COUNT(*) AS incomplete FROM (
     SELECT 1 FROM scenarios s
     WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.is_complete = 0 LIMIT $3
   ) AS counted`,
  { incomplete: 'integer' },
);

/** How many scenarios lack judgements, at most `limit`. */
export async function countIncomplete(
  db: Queryable,
  workspaceId: string,
  { id, limit }: { id: string; limit: number },
): Promise<number> {
  return (await findRow(db, COUNT_INCOMPLETE, [workspaceId, id, limit]))?.incomplete ?? 0;
}

export const updateStatus = workspaceWriter(
  `UPDATE human_evaluations SET status = $3, status_set_by = $4, updated_at = $5
   WHERE workspace_id = $1 AND id = $2`,
  {
    id: 'text',
    status: asWord<EvaluationStatus>,
    setBy: asWord<'server' | 'user'>,
    now: 'integer',
  },
);

/** Sets name and description, and whether the evaluation is in the archive. */
export const updateLabels = workspaceWriter(
  `UPDATE human_evaluations SET name = $3, name_key = $4, description = $5, archived_at = $6
   WHERE workspace_id = $1 AND id = $2`,
  { id: 'text', name: 'text', nameKey: 'text', description: 'text', archivedAt: 'integer?' },
);

/** Counts an edit that may change results. */
export const countEdit = workspaceWriter(
  'UPDATE human_evaluations SET edits = edits + 1 WHERE workspace_id = $1 AND id = $2',
  { id: 'text' },
);

const UPDATE_CLOSURE = statement(
  `UPDATE human_evaluations SET status = $3, status_set_by = 'server', closed_at = $4,
     first_closed_at = COALESCE(first_closed_at, $4), closed_by = $5, updated_at = $6
   WHERE workspace_id = $1 AND id = $2`,
  {},
);

export interface Closure {
  readonly id: string;
  readonly status: EvaluationStatus;
  /** Null reopens it. */
  readonly closedBy: string | null;
  readonly now: number;
}

export async function updateClosure(
  tx: Transaction,
  workspaceId: string,
  { id, status, closedBy, now }: Closure,
): Promise<void> {
  const closedAt = closedBy === null ? null : now;
  await tx.query(UPDATE_CLOSURE, [workspaceId, id, status, closedAt, closedBy, now]);
}

const FIND_INCOMPLETE = statement(
  `SELECT id FROM scenarios WHERE workspace_id = $1 AND evaluation_id = $2 AND is_complete = 0
   LIMIT 1`,
  { id: 'text' },
);

/** Whether any scenario still lacks judgements. */
export async function isAnyIncomplete(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<boolean> {
  return (await findRow(db, FIND_INCOMPLETE, [workspaceId, evaluationId])) !== undefined;
}

const FIND_CONTENT = statement(
  `SELECT
     CASE WHEN EXISTS (SELECT 1 FROM scenarios s WHERE s.workspace_id = $1
        AND s.evaluation_id = $2 AND s.position BETWEEN $3 AND $4 AND s.judgement_count > 0)
       THEN 1 ELSE 0 END AS has_judgements,
     CASE WHEN EXISTS (SELECT 1 FROM scenarios s JOIN ${SHOWN_OUTPUTS} o
        ON o.workspace_id = s.workspace_id AND o.scenario_id = s.id
        WHERE s.workspace_id = $1 AND s.evaluation_id = $2 AND s.position BETWEEN $3 AND $4)
       THEN 1 ELSE 0 END AS has_outputs`,
  { hasJudgements: isOne, hasOutputs: isOne },
);

/** What the status of an evaluation depends on in these scenarios. */
export async function findContent(
  db: Queryable,
  workspaceId: string,
  { evaluationId, from, to }: ScenarioSpan,
): Promise<{ hasOutputs: boolean; hasJudgements: boolean }> {
  const row = await findRow(db, FIND_CONTENT, [workspaceId, evaluationId, from, to]);
  return {
    hasOutputs: row?.hasOutputs ?? false,
    hasJudgements: row?.hasJudgements ?? false,
  };
}
