import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type RowOf, statement } from '../statement.ts';
import { workspaceWriter, writer } from '../writers.ts';
import { atPlaces, placesParameters, type ScenarioPlaces } from './scenario-places.ts';

export const TASK_COLUMNS = {
  id: 'text',
  scenarioId: 'text',
  /** Null for the scenario as a whole. */
  firstVariant: 'integer?',
  secondVariant: 'integer?',
} as const;

export type Task = RowOf<typeof TASK_COLUMNS>;

const LIST_TASKS = statement(
  atPlaces(
    (at) => `SELECT t.id, t.scenario_id, t.first_variant, t.second_variant
     FROM ${at.from}
     ${at.join} human_evaluations e ON e.workspace_id = s.workspace_id AND e.id = s.evaluation_id
     ${at.join} tasks t ON t.workspace_id = s.workspace_id AND t.scenario_id = s.id
       AND t.queue_id = e.queue_id
     WHERE ${at.where}`,
  ),
  TASK_COLUMNS,
);

export async function listTasks(
  db: Queryable,
  workspaceId: string,
  places: ScenarioPlaces,
): Promise<readonly Task[]> {
  return db.query(LIST_TASKS, placesParameters(workspaceId, places));
}

/** The task that represents a scenario as a whole; it is never handed out. */
export const insertWholeTask = workspaceWriter(
  `INSERT INTO tasks (workspace_id, queue_id, id, scenario_id, rank, places_left, have, is_ready)
   VALUES ($1, $2, $3, $3, -1, 0, 0, 0)
   ON CONFLICT (workspace_id, id) DO NOTHING`,
  {
    queueId: 'text',
    scenarioId: 'text',
  },
);

const COUNT_IN_TASK = statement(
  `UPDATE tasks SET places_left = places_left - $3, have = have + $4
   WHERE workspace_id = $1 AND id = $2
   RETURNING have`,
  { have: 'integer' },
);

export interface TaskCount {
  readonly taskId: string;
  /** Places that are taken; negative for those that become free. */
  readonly places: number;
  readonly have: number;
}

/** Changes how many annotators hold or have judged a task. Returns how many have judged it. */
export async function countInTask(
  tx: Transaction,
  workspaceId: string,
  { taskId, places, have }: TaskCount,
): Promise<number> {
  return (await findRow(tx, COUNT_IN_TASK, [workspaceId, taskId, places, have]))?.have ?? 0;
}

/**
 * Changes the places in every task of these scenarios. COALESCE keeps both engines from reading the
 * whole queue for some of its scenarios.
 */
export const changePlaces = workspaceWriter(
  `UPDATE tasks SET places_left = places_left + $3
   WHERE workspace_id = $1 AND COALESCE(queue_id, queue_id) = $2 AND first_variant IS NOT NULL AND scenario_id IN (
     SELECT s.id FROM scenarios s
     WHERE s.workspace_id = $1 AND s.evaluation_id = $4 AND s.position BETWEEN $5 AND $6)`,
  {
    queueId: 'text',
    added: 'integer',
    evaluationId: 'text',
    from: 'integer',
    to: 'integer',
  },
);

const RECLAIM_TASK = statement(
  `UPDATE tasks SET places_left = places_left - 1
   WHERE workspace_id = $1 AND id = $2 AND places_left > 0
   RETURNING id`,
  { id: 'text' },
);

/** Takes a place in a task. False when other annotators hold or have judged all of its places. */
export async function reclaimTask(
  tx: Transaction,
  workspaceId: string,
  taskId: string,
): Promise<boolean> {
  return (await findRow(tx, RECLAIM_TASK, [workspaceId, taskId])) !== undefined;
}

const FIND_RETURNS = statement('SELECT returns FROM queues WHERE workspace_id = $1 AND id = $2', {
  returns: 'integer',
});

/** How often a task has come back into the queue: when that grows, annotators search it again. */
export async function findReturns(
  db: Queryable,
  workspaceId: string,
  queueId: string,
): Promise<number> {
  return (await findRow(db, FIND_RETURNS, [workspaceId, queueId]))?.returns ?? 0;
}

/**
 * Counts that a task has become free again, even when no annotator reads the queue yet: the
 * transaction of one who is about to would see neither the task nor a later count.
 */
export const noteReturn = writer<[workspaceId: string, evaluationId: string]>(
  `UPDATE queues SET returns = returns + 1 WHERE workspace_id = $1 AND id IN (
     SELECT e.queue_id FROM human_evaluations e WHERE e.workspace_id = $1 AND e.id = $2)`,
);
