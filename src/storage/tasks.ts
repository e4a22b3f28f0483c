import { findRow, type Queryable, type Transaction } from './database.ts';
import { type Row, statement } from './statement.ts';

export interface Task {
  readonly id: string;
  readonly scenarioId: string;
  /** Null for the scenario as a whole. */
  readonly firstVariant: number | null;
  readonly secondVariant: number | null;
}

const TASK_COLUMNS = {
  id: 'text',
  scenario_id: 'text',
  first_variant: 'integer?',
  second_variant: 'integer?',
} as const;

const LIST_TASKS = statement(
  `SELECT t.id, t.scenario_id, t.first_variant, t.second_variant
   FROM human_evaluations e
   JOIN scenarios s ON s.workspace_id = e.workspace_id AND s.evaluation_id = e.id
   JOIN tasks t ON t.workspace_id = s.workspace_id AND t.scenario_id = s.id
     AND t.queue_id = e.queue_id
   WHERE e.workspace_id = $1 AND e.id = $2 AND s.position BETWEEN $3 AND $4`,
  TASK_COLUMNS,
);

/** The tasks of scenarios that follow each other. */
export async function listTasks(
  db: Queryable,
  workspaceId: string,
  range: { evaluationId: string; firstPosition: number; lastPosition: number },
): Promise<readonly Task[]> {
  const rows = await db.query(LIST_TASKS, [
    workspaceId,
    range.evaluationId,
    range.firstPosition,
    range.lastPosition,
  ]);
  return rows.map(toTask);
}

const INSERT_WHOLE_TASK = statement(
  `INSERT INTO tasks (workspace_id, queue_id, id, scenario_id, rank, load, have, is_ready)
   VALUES ($1, $2, $3, $3, 0, 0, 0, 0)
   ON CONFLICT (workspace_id, id) DO NOTHING`,
  {},
);

/** The task that stands for a scenario as a whole; it is never handed out. */
export async function insertWholeTask(
  tx: Transaction,
  workspaceId: string,
  { queueId, scenarioId }: { queueId: string; scenarioId: string },
): Promise<void> {
  await tx.query(INSERT_WHOLE_TASK, [workspaceId, queueId, scenarioId]);
}

const COUNT_IN_TASK = statement(
  `UPDATE tasks SET load = load + $3, have = have + $4 WHERE workspace_id = $1 AND id = $2
   RETURNING have`,
  { have: 'integer' },
);

/** Changes how many hold or have judged a task. Returns how many have judged it then. */
export async function countInTask(
  tx: Transaction,
  workspaceId: string,
  { taskId, load, have }: { taskId: string; load: number; have: number },
): Promise<number> {
  return (await findRow(tx, COUNT_IN_TASK, [workspaceId, taskId, load, have]))?.have ?? 0;
}

const RECLAIM_TASK = statement(
  `UPDATE tasks SET load = load + 1 WHERE workspace_id = $1 AND id = $2 AND load < $3
   RETURNING id`,
  { id: 'text' },
);

/** Takes a place in a task that is still free. False when others hold or have judged it. */
export async function reclaimTask(
  tx: Transaction,
  workspaceId: string,
  { taskId, wanted }: { taskId: string; wanted: number },
): Promise<boolean> {
  return (await findRow(tx, RECLAIM_TASK, [workspaceId, taskId, wanted])) !== undefined;
}

/** Places in the queue are ordered by how many hold or have judged a task, then by its turn. */
export interface QueuePlace {
  readonly load: number;
  readonly rank: number;
}

export const QUEUE_START: QueuePlace = { load: -1, rank: 0 };

/** Behind every task: overlap is at most 20. */
export const QUEUE_END: QueuePlace = { load: 1000, rank: 0 };

/** Neither handed to the annotator nor judged by them in another way. */
function isNew(task: string, annotator: string): string {
  return `NOT EXISTS (SELECT 1 FROM assignments a WHERE a.workspace_id = ${task}.workspace_id
         AND a.task_id = ${task}.id AND a.annotator_id = ${annotator} AND a.status <> 'expired')
       AND NOT EXISTS (SELECT 1 FROM judgements j WHERE j.workspace_id = ${task}.workspace_id
         AND j.task_id = ${task}.id AND j.annotator_id = ${annotator} AND j.counts = 1)`;
}

const CANDIDATES = `SELECT t.id FROM tasks t
     WHERE t.workspace_id = $1 AND t.queue_id = $2 AND t.is_ready = 1
       AND (t.load, t.rank) > ($3, $4) AND t.load < $5
       AND ${isNew('t', '$6')}
     ORDER BY t.load, t.rank LIMIT $7`;

const CLAIM = (candidates: string) => `UPDATE tasks SET load = load + 1
   WHERE workspace_id = $1 AND id IN (${candidates})
   RETURNING id, scenario_id, first_variant, second_variant, load - 1 AS place_load, rank,
     CASE WHEN EXISTS (SELECT 1 FROM assignments a WHERE a.workspace_id = tasks.workspace_id
       AND a.task_id = tasks.id AND a.annotator_id = $6) THEN 1 ELSE 0 END AS was_handed`;

const CLAIMED_COLUMNS = {
  ...TASK_COLUMNS,
  place_load: 'integer',
  rank: 'integer',
  was_handed: 'integer',
} as const;

const CLAIMS = {
  'passed over': statement(
    { sqlite: CLAIM(CANDIDATES), postgres: CLAIM(`${CANDIDATES} FOR UPDATE OF t SKIP LOCKED`) },
    CLAIMED_COLUMNS,
  ),
  'waited for': statement(
    { sqlite: CLAIM(CANDIDATES), postgres: CLAIM(`${CANDIDATES} FOR UPDATE OF t`) },
    CLAIMED_COLUMNS,
  ),
} as const;

export interface Claim {
  readonly queueId: string;
  readonly annotatorId: string;
  /** Nothing before this is free for the annotator. */
  readonly after: QueuePlace;
  readonly wanted: number;
  readonly limit: number;
  /** What becomes of tasks that others are writing at this moment. */
  readonly busyTasks: keyof typeof CLAIMS;
}

export interface ClaimedTask extends Task {
  readonly place: QueuePlace;
  /** To this annotator, whose lease ran out. */
  readonly wasHanded: boolean;
}

/**
 * Takes a place in the next tasks that the annotator has not been handed, in the order of the queue.
 * Passing over busy tasks lets nobody wait; only waiting for them proves that nothing is left.
 */
export async function claimTasks(
  tx: Transaction,
  workspaceId: string,
  { queueId, annotatorId, after, wanted, limit, busyTasks }: Claim,
): Promise<readonly ClaimedTask[]> {
  const rows = await tx.query(CLAIMS[busyTasks], [
    workspaceId,
    queueId,
    after.load,
    after.rank,
    wanted,
    annotatorId,
    limit,
  ]);
  return rows
    .map((row) => ({
      ...toTask(row),
      place: { load: row.place_load, rank: row.rank },
      wasHanded: row.was_handed === 1,
    }))
    .sort(
      (left, right) => left.place.load - right.place.load || left.place.rank - right.place.rank,
    );
}

const COUNT_FREE = statement(
  `SELECT COUNT(*) AS free FROM (
     SELECT t.workspace_id, t.id FROM tasks t
     WHERE t.workspace_id = $1 AND t.queue_id = $2 AND t.is_ready = 1
       AND (t.load, t.rank) > ($3, $4) AND t.load < $5
     ORDER BY t.load, t.rank LIMIT $7) AS next
   WHERE ${isNew('next', '$6')}`,
  { free: 'integer' },
);

/** How many of the next `limit` tasks the annotator could be handed. */
export async function countFreeTasks(
  db: Queryable,
  workspaceId: string,
  { queueId, annotatorId, after, wanted, limit }: Omit<Claim, 'busyTasks'>,
): Promise<number> {
  const row = await findRow(db, COUNT_FREE, [
    workspaceId,
    queueId,
    after.load,
    after.rank,
    wanted,
    annotatorId,
    limit,
  ]);
  return row?.free ?? 0;
}

const FIND_RETURNS = statement('SELECT returns FROM queues WHERE workspace_id = $1 AND id = $2', {
  returns: 'integer',
});

/** Counts how often something came back into the queue, so that its readers know when to look again. */
export async function findReturns(
  db: Queryable,
  workspaceId: string,
  queueId: string,
): Promise<number> {
  return (await findRow(db, FIND_RETURNS, [workspaceId, queueId]))?.returns ?? 0;
}

const NOTE_RETURN = statement(
  `UPDATE queues SET returns = returns + 1 WHERE workspace_id = $1 AND id IN (
     SELECT e.queue_id FROM human_evaluations e WHERE e.workspace_id = $1 AND e.id = $2)`,
  {},
);

/**
 * A task is free that was not before. Noted also where nobody reads the queue yet: somebody may be
 * about to, and their transaction would see neither the task nor the note.
 */
export async function noteReturn(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<void> {
  await tx.query(NOTE_RETURN, [workspaceId, evaluationId]);
}

function toTask(row: Row<typeof LIST_TASKS>): Task {
  return {
    id: row.id,
    scenarioId: row.scenario_id,
    firstVariant: row.first_variant,
    secondVariant: row.second_variant,
  };
}
