import { findRow, type Queryable, type Transaction } from '../database.ts';
import { TASK_COLUMNS } from '../evaluations/tasks.ts';
import { isOne, type Row, statement } from '../statement.ts';
import { isOfAnnotator } from './annotator-of-task.ts';

/** Ranks before the first and after the last task of every queue. */
export const QUEUE_START = -1;
export const QUEUE_END = 2_147_483_647;

/**
 * The row of annotator $5 for a task in one table, at most one. It compares with $1 each time: a
 * distributed database does not infer the workspace from another table.
 */
function ofTask(table: 'assignments' | 'judgements', task: string): string {
  return `FROM ${table} own WHERE own.workspace_id = $1
         AND own.task_id = ${task}.id AND ${isOfAnnotator('own', '$5')}`;
}

function statusOf(task: string): string {
  return `(SELECT own.status ${ofTask('assignments', task)})`;
}

/**
 * Neither handed to the annotator nor judged by them in another way. Written so that PostgreSQL
 * reads the queue in order: it would turn EXISTS into a join and read everything the annotator ever
 * did, and would expect a comparison to hold for few tasks, read them all and sort. It expects "is
 * not null" to hold for nearly all.
 */
const IS_NEW = `CASE WHEN ${statusOf('t')} <> 'expired'
         OR (SELECT own.counts ${ofTask('judgements', 't')}) = 1 THEN NULL ELSE 1 END IS NOT NULL`;

const HAS_PLACE = 't.is_ready = 1 AND t.places_left > 0';
const IS_FREE = `t.workspace_id = $1 AND t.queue_id = $2 AND ${HAS_PLACE}`;
const IS_WITHIN = 't.rank > $3 AND t.rank <= $4';

const FIRST_SCENARIO = `SELECT t.scenario_id FROM tasks t
       WHERE ${IS_FREE} AND ${IS_WITHIN} AND ${IS_NEW} ORDER BY t.rank LIMIT 1`;

/**
 * Of transactions that claim the same scenario, only the one that locks its first task goes on; two
 * that each held some of its tasks would wait for each other. The task that was found is locked
 * too, so that it is still free when its scenario is claimed. COALESCE here and below keeps
 * PostgreSQL from reading the whole queue for a handful of tasks: the more workspaces exist, the
 * fewer tasks it expects in a queue.
 */
const lockedScenario = (lock: string) => `SELECT t.scenario_id FROM tasks t
       JOIN tasks lead ON lead.workspace_id = $1 AND lead.id = (
         SELECT x.id FROM tasks x WHERE x.workspace_id = $1
           AND x.scenario_id = t.scenario_id AND COALESCE(x.queue_id, x.queue_id) = t.queue_id
         ORDER BY x.rank LIMIT 1)
       WHERE ${IS_FREE} AND ${IS_WITHIN} AND ${IS_NEW} ORDER BY t.rank LIMIT 1
       FOR UPDATE OF lead, t${lock}`;

const tasksOf = (scenario: string) => `SELECT t.id FROM tasks t
     WHERE t.workspace_id = $1 AND t.scenario_id = (${scenario})
       AND COALESCE(t.queue_id, t.queue_id) = $2 AND ${HAS_PLACE} AND ${IS_NEW}`;

const claim = (isChosen: string) => `UPDATE tasks SET places_left = places_left - 1
   WHERE workspace_id = $1 AND id ${isChosen}
   RETURNING id, scenario_id, first_variant, second_variant, rank,
     CASE WHEN ${statusOf('tasks')} IS NULL THEN 0 ELSE 1 END AS was_handed`;

/** PostgreSQL gets an array: it may run a subquery again, and would claim more each time. */
const claimWith = (lock: string) =>
  statement(
    {
      sqlite: claim(`IN (${tasksOf(FIRST_SCENARIO)})`),
      postgres: claim(
        `= ANY(ARRAY(${tasksOf(lockedScenario(lock))} ORDER BY t.rank FOR UPDATE OF t))`,
      ),
    },
    {
      ...TASK_COLUMNS,
      rank: 'integer',
      /** To this annotator before, whose lease expired. */ wasHanded: isOne,
    },
  );

const CLAIMS = {
  'passed over': claimWith(' SKIP LOCKED'),
  'waited for': claimWith(''),
} as const;

/** Tasks with a rank above `after` and up to `to`. */
export interface QueueSpan {
  readonly queueId: string;
  readonly after: number;
  readonly to: number;
}

export interface Claim extends QueueSpan {
  readonly annotatorId: string;
  /** What happens to scenarios that other transactions have locked. */
  readonly busyScenarios: keyof typeof CLAIMS;
}

export type ClaimedTask = Row<(typeof CLAIMS)['waited for']>;

/**
 * Takes a place in every task of the first scenario that has one for the annotator, in the order of
 * ranks. Passing over busy scenarios saves a wait; only waiting for them proves that no task is
 * left.
 */
export async function claimScenario(
  tx: Transaction,
  workspaceId: string,
  { queueId, after, to, annotatorId, busyScenarios }: Claim,
): Promise<readonly ClaimedTask[]> {
  const parameters = [workspaceId, queueId, after, to, annotatorId];
  const rows = await tx.query(CLAIMS[busyScenarios], parameters);
  return rows.toSorted((left, right) => left.rank - right.rank);
}

/** Few enough to read in a fraction of a millisecond. */
const MOST_LOOKED_AT = 200;

const FIND_LAST_LOOKED_AT = statement(
  `SELECT t.rank FROM tasks t WHERE ${IS_FREE} AND ${IS_WITHIN}
   ORDER BY t.rank LIMIT 1 OFFSET ${MOST_LOOKED_AT - 1}`,
  { rank: 'integer' },
);

/** The end of the next 200 tasks with a free place, or of the span if it has fewer. */
export async function findLookEnd(
  tx: Transaction,
  workspaceId: string,
  { queueId, after, to }: QueueSpan,
): Promise<number> {
  const row = await findRow(tx, FIND_LAST_LOOKED_AT, [workspaceId, queueId, after, to]);
  return row?.rank ?? to;
}

/** Enough to show annotators their progress; tasks judged through the original routes count too. */
const MOST_COUNTED = 100;

const COUNT_FREE = statement(
  `SELECT COUNT(*) AS free FROM (
     SELECT t.id FROM tasks t
     WHERE ${IS_FREE} AND ${IS_WITHIN}
     ORDER BY t.rank LIMIT ${MOST_COUNTED}) AS next
   WHERE COALESCE(${statusOf('next')}, 'expired') = 'expired'`,
  { free: 'integer' },
);

/** How many of the next hundred tasks the annotator could be handed. */
export async function countFreeTasks(
  db: Queryable,
  workspaceId: string,
  { queueId, after, to, annotatorId }: QueueSpan & { readonly annotatorId: string },
): Promise<number> {
  const row = await findRow(db, COUNT_FREE, [workspaceId, queueId, after, to, annotatorId]);
  return row?.free ?? 0;
}
