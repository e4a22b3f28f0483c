import { isOfAnnotator } from './annotator-of-task.ts';
import { findRow, type Queryable, type Transaction } from './database.ts';
import { atPlaces, placesParameters, type ScenarioPlaces } from './scenario-places.ts';
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
  const rows = await db.query(LIST_TASKS, placesParameters(workspaceId, places));
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

/** What the annotator, who is $6, has of a task in one table: one row at most. */
function ofTask(table: 'assignments' | 'judgements', task: string): string {
  return `FROM ${table} own WHERE own.workspace_id = ${task}.workspace_id
         AND own.task_id = ${task}.id AND ${isOfAnnotator('own', '$6')}`;
}

function statusOf(task: string): string {
  return `(SELECT own.status ${ofTask('assignments', task)})`;
}

/**
 * Neither handed to the annotator nor judged by them in another way. Said so that PostgreSQL walks
 * along the queue: of EXISTS it would make a join and read everything the annotator ever did, and of a
 * comparison it would expect few tasks to pass, read them all and sort. "Is not null" it expects of
 * nearly all.
 */
const IS_NEW = `CASE WHEN ${statusOf('t')} <> 'expired'
         OR (SELECT own.counts ${ofTask('judgements', 't')}) = 1 THEN NULL ELSE 1 END IS NOT NULL`;

/** As many as are ever handed out at once. */
const MOST_AT_ONCE = 5;

/**
 * With the limit as a number: for one that it does not know, PostgreSQL plans to read a tenth of the
 * queue and sort it.
 */
const candidates = (limit: number) => `SELECT t.id FROM tasks t
     WHERE t.workspace_id = $1 AND t.queue_id = $2 AND t.is_ready = 1
       AND (t.load, t.rank) > ($3, $4) AND t.load < $5
       AND ${IS_NEW}
     ORDER BY t.load, t.rank LIMIT ${limit}`;

const claim = (chosen: string) => `UPDATE tasks SET load = load + 1
   WHERE workspace_id = $1 AND id IN (${chosen})
   RETURNING id, scenario_id, first_variant, second_variant, load - 1 AS place_load, rank,
     CASE WHEN EXISTS (SELECT 1 FROM assignments a WHERE a.workspace_id = tasks.workspace_id
       AND a.task_id = tasks.id AND ${isOfAnnotator('a', '$6')}) THEN 1 ELSE 0 END AS was_handed`;

const CLAIMED_COLUMNS = {
  ...TASK_COLUMNS,
  place_load: 'integer',
  rank: 'integer',
  was_handed: 'integer',
} as const;

/** A statement for each number of tasks from one. */
const claimsWith = (lock: string) =>
  Array.from({ length: MOST_AT_ONCE }, (_, index) => {
    const chosen = candidates(index + 1);
    return statement(
      { sqlite: claim(chosen), postgres: claim(`${chosen} ${lock}`) },
      CLAIMED_COLUMNS,
    );
  });

const CLAIMS = {
  'passed over': claimsWith('FOR UPDATE OF t SKIP LOCKED'),
  'waited for': claimsWith('FOR UPDATE OF t'),
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
  const chosen = CLAIMS[busyTasks][limit - 1];
  if (chosen === undefined) throw new RangeError(`${limit} tasks cannot be taken at once.`);
  const rows = await tx.query(chosen, [
    workspaceId,
    queueId,
    after.load,
    after.rank,
    wanted,
    annotatorId,
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

/** Enough to tell somebody how far they are; votes of the original routes are not left out. */
const COUNTED = 100;

const COUNT_FREE = statement(
  `SELECT COUNT(*) AS free FROM (
     SELECT t.workspace_id, t.id FROM tasks t
     WHERE t.workspace_id = $1 AND t.queue_id = $2 AND t.is_ready = 1
       AND (t.load, t.rank) > ($3, $4) AND t.load < $5
     ORDER BY t.load, t.rank LIMIT ${COUNTED}) AS next
   WHERE COALESCE(${statusOf('next')}, 'expired') = 'expired'`,
  { free: 'integer' },
);

/** How many of the next hundred tasks the annotator could be handed. */
export async function countFreeTasks(
  db: Queryable,
  workspaceId: string,
  { queueId, annotatorId, after, wanted }: Omit<Claim, 'busyTasks' | 'limit'>,
): Promise<number> {
  const row = await findRow(db, COUNT_FREE, [
    workspaceId,
    queueId,
    after.load,
    after.rank,
    wanted,
    annotatorId,
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
