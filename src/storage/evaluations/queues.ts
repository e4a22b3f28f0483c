import { findRow, type Queryable, type Transaction } from '../database.ts';
import { inList } from '../in-list.ts';
import { statement, withLock } from '../statement.ts';
import { workspaceWriter } from '../writers.ts';
import { SHOWN_OUTPUTS } from './shown-outputs.ts';

/** Inserts a queue without tasks. */
export const insertQueue = workspaceWriter(
  `INSERT INTO queues (workspace_id, id, evaluation_id, task_count, returns, removable_at)
   VALUES ($1, $2, $3, 0, 0, $4)`,
  {
    id: 'text',
    evaluationId: 'text',
    /** From when on an unused queue may be removed; null while it is used. */
    removableAt: 'integer?',
  },
);

const LOCK_SCENARIOS = statement(
  withLock(
    `SELECT id, position FROM scenarios
     WHERE workspace_id = $1 AND evaluation_id = $2 AND position BETWEEN $3 AND $4
     ORDER BY position`,
    'share',
  ),
  { id: 'text', position: 'integer' },
);

/**
 * COUNT instead of EXISTS, and `is_ready + 0` instead of the column, so that PostgreSQL starts from
 * the scenarios even before it has statistics of these tables.
 */
const MARK_SCENARIOS_READY = statement(
  inList(
    { column: 't.scenario_id', parameter: '$2', type: 'uuid' },
    (isListed) => `UPDATE tasks AS t SET is_ready = 1
     WHERE t.workspace_id = $1 AND ${isListed} AND t.is_ready + 0 = 0
       AND (SELECT COUNT(*) FROM ${SHOWN_OUTPUTS} o WHERE o.workspace_id = t.workspace_id
         AND o.scenario_id = t.scenario_id
         AND o.variant_position IN (t.first_variant, t.second_variant))
       = CASE WHEN t.second_variant IS NULL THEN 1 ELSE 2 END
     RETURNING id`,
  ),
  { id: 'text' },
);

/** Marks the tasks as ready that have all their outputs. Returns how many. */
export async function markScenariosReady(
  tx: Transaction,
  workspaceId: string,
  scenarioIds: readonly string[],
): Promise<number> {
  const ids = JSON.stringify(scenarioIds);
  return (await tx.query(MARK_SCENARIOS_READY, [workspaceId, ids])).length;
}

/** Consecutive scenarios of an evaluation. */
export interface ScenarioSpan {
  readonly evaluationId: string;
  readonly from: number;
  readonly to: number;
}

/** Locks scenarios to make tasks for, so that no other transaction changes their outputs. */
export async function lockScenarios(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, from, to }: ScenarioSpan,
): Promise<readonly { id: string; position: number }[]> {
  return tx.query(LOCK_SCENARIOS, [workspaceId, evaluationId, from, to]);
}

/** A change of the queue that an evaluation uses. */
export interface QueueSwitch {
  readonly evaluationId: string;
  readonly oldQueueId: string;
  readonly newQueueId: string;
  readonly taskCount: number;
  readonly now: number;
}

const POINT_AT_QUEUE = statement(
  'UPDATE human_evaluations SET queue_id = $3 WHERE workspace_id = $1 AND id = $2',
  {},
);

const KEEP_QUEUE = statement(
  `UPDATE queues SET task_count = $3, removable_at = NULL WHERE workspace_id = $1 AND id = $2
   RETURNING id`,
  { id: 'text' },
);

const SET_REMOVABLE = statement(
  'UPDATE queues SET removable_at = $3 WHERE workspace_id = $1 AND id = $2',
  {},
);

/** In the new queue every scenario has its tasks. */
const RESET_SCENARIOS = statement(
  `UPDATE scenarios SET open_tasks = $3, has_tasks = 1
   WHERE workspace_id = $1 AND evaluation_id = $2 AND position BETWEEN $4 AND $5`,
  {},
);

/**
 * Judgements of whole scenarios, and notes on them, do not depend on which pairs are compared.
 * Notes on an only task, which shares its id with the scenario, become notes on the scenario.
 * COALESCE keeps both engines from reading the whole queue for some of its scenarios.
 */
const MOVE_WHOLE_TASKS = statement(
  `UPDATE tasks SET queue_id = $3, first_variant = NULL, second_variant = NULL, rank = -1, places_left = 0,
     is_ready = 0
   WHERE workspace_id = $1 AND COALESCE(queue_id, queue_id) = $2 AND id = scenario_id AND scenario_id IN (
     SELECT s.id FROM scenarios s
     WHERE s.workspace_id = $1 AND s.evaluation_id = $4 AND s.position BETWEEN $5 AND $6)`,
  {},
);

const RESET_COUNTS = statement(
  `UPDATE evaluation_annotators SET skipped = 0, flagged = 0
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  {},
);

/** The embedded engine has one writer at a time, so nothing else hands out tasks meanwhile. */
const STOP_HANDING_OUT = statement(
  {
    postgres:
      'UPDATE tasks SET is_ready = 0 WHERE workspace_id = $1 AND queue_id = $2 AND is_ready = 1',
    sqlite: 'UPDATE tasks SET is_ready = 0 WHERE workspace_id = $1 AND queue_id = $2 AND FALSE',
  },
  {},
);

const DELETE_ASSIGNMENTS = statement(
  'DELETE FROM assignments WHERE workspace_id = $1 AND evaluation_id = $2',
  {},
);

/**
 * Switches an evaluation to another queue. No annotator has judged, so only assignments are lost.
 * It waits for transactions that hand out tasks of the old queue, and locks in their order:
 * annotator, task, assignment. Later ones use the new queue. False when the new queue is gone.
 */
export async function switchQueue(
  tx: Transaction,
  workspaceId: string,
  change: QueueSwitch,
): Promise<boolean> {
  const { evaluationId, oldQueueId, newQueueId } = change;
  const queue = await findRow(tx, KEEP_QUEUE, [workspaceId, newQueueId, change.taskCount]);
  if (queue === undefined) return false;
  await tx.query(RESET_COUNTS, [workspaceId, evaluationId]);
  await tx.query(STOP_HANDING_OUT, [workspaceId, oldQueueId]);
  await tx.query(DELETE_ASSIGNMENTS, [workspaceId, evaluationId]);
  await tx.query(SET_REMOVABLE, [workspaceId, oldQueueId, change.now]);
  await tx.query(POINT_AT_QUEUE, [workspaceId, evaluationId, newQueueId]);
  return true;
}

export interface ScenarioSwitch extends Pick<QueueSwitch, 'oldQueueId' | 'newQueueId'> {
  readonly span: ScenarioSpan;
  readonly tasksPerScenario: number;
}

/** Moves these scenarios to the new queue of their evaluation. */
export async function switchScenarios(
  tx: Transaction,
  workspaceId: string,
  { span, tasksPerScenario, oldQueueId, newQueueId }: ScenarioSwitch,
): Promise<void> {
  const { evaluationId, from, to } = span;
  await tx.query(RESET_SCENARIOS, [workspaceId, evaluationId, tasksPerScenario, from, to]);
  const parameters = [workspaceId, oldQueueId, newQueueId, evaluationId, from, to];
  await tx.query(MOVE_WHOLE_TASKS, parameters);
}

const FIND_REMOVABLE_QUEUE = statement(
  `SELECT workspace_id, id AS queue_id FROM queues WHERE removable_at <= $1 ORDER BY removable_at LIMIT 1`,
  { workspaceId: 'text', queueId: 'text' },
);

/** A queue that no evaluation uses: it was replaced by another one, or never used. */
export async function findRemovableQueue(
  db: Queryable,
  now: number,
): Promise<{ workspaceId: string; queueId: string } | undefined> {
  return findRow(db, FIND_REMOVABLE_QUEUE, [now]);
}

const DELETE_SOME_TASKS = statement(
  `DELETE FROM tasks WHERE workspace_id = $1 AND id IN (
     SELECT t.id FROM queues q
     JOIN tasks t ON t.workspace_id = q.workspace_id AND t.queue_id = q.id
     WHERE q.workspace_id = $1 AND q.id = $2 AND q.removable_at IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM judgements j WHERE j.workspace_id = t.workspace_id AND j.task_id = t.id)
     LIMIT $3)
   RETURNING id`,
  { id: 'text' },
);

/**
 * Deletes tasks that have no judgement, not even a withdrawn one, unless the queue is used after
 * all. Returns how many.
 */
export async function deleteSomeTasks(
  tx: Transaction,
  workspaceId: string,
  { queueId, limit }: { queueId: string; limit: number },
): Promise<number> {
  return (await tx.query(DELETE_SOME_TASKS, [workspaceId, queueId, limit])).length;
}

const DELETE_EMPTY_QUEUE = statement(
  `DELETE FROM queues WHERE workspace_id = $1 AND id = $2 AND removable_at IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.workspace_id = $1 AND t.queue_id = $2)`,
  {},
);

/** A queue that is not empty keeps its withdrawn judgements and is no longer removable. */
export async function deleteEmptyQueue(
  tx: Transaction,
  workspaceId: string,
  queueId: string,
): Promise<void> {
  await tx.query(DELETE_EMPTY_QUEUE, [workspaceId, queueId]);
  await tx.query(SET_REMOVABLE, [workspaceId, queueId, null]);
}
