import { findRow, type Queryable, type Transaction } from '../database.ts';
import { TASK_COLUMNS } from '../evaluations/tasks.ts';
import { isOne, type Row, statement } from '../statement.ts';
import { isOfAnnotator } from './annotator-of-task.ts';

/** Ranks before the first and behind the last task of every queue. */
export const QUEUE_START = -1;
export const QUEUE_END = 2_147_483_647;

/**
 * What the annotator, who is $5, has of a task in one table: one row at most. The workspace is said
 * each time: from that of another table a distributed database does not see that it is one.
 */
function ofTask(table: 'assignments' | 'judgements', task: string): string {
  return `FROM ${table} own WHERE own.workspace_id = $1
         AND own.task_id = ${task}.id AND ${isOfAnnotator('own', '$5')}`;
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

const HAS_PLACE = 't.is_ready = 1 AND t.places_left > 0';
const IS_FREE = `t.workspace_id = $1 AND t.queue_id = $2 AND ${HAS_PLACE}`;
const IS_WITHIN = 't.rank > $3 AND t.rank <= $4';

const FIRST_SCENARIO = `SELECT t.scenario_id FROM tasks t
       WHERE ${IS_FREE} AND ${IS_WITHIN} AND ${IS_NEW} ORDER BY t.rank LIMIT 1`;

/**
 * Of those who want the same scenario at the same time, only the one who locks its first task goes
 * on; two who each held some of its tasks would wait for each other. The task that was found is
 * locked too, so that it is still free when its scenario is taken. COALESCE here and below keeps
 * PostgreSQL from walking along the whole queue for a handful of tasks: the more workspaces there are, the
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

/** PostgreSQL is given an array: a subquery it may run again, and claim more with each time. */
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
      /** To this annotator, whose lease ran out. */ wasHanded: isOne,
    },
  );

const CLAIMS = {
  'passed over': claimWith(' SKIP LOCKED'),
  'waited for': claimWith(''),
} as const;

/** Tasks with a rank behind `after` and up to `to`. */
export interface QueueSpan {
  readonly queueId: string;
  readonly after: number;
  readonly to: number;
}

export interface Claim extends QueueSpan {
  readonly annotatorId: string;
  /** What becomes of scenarios that others are writing at this moment. */
  readonly busyScenarios: keyof typeof CLAIMS;
}

export type ClaimedTask = Row<(typeof CLAIMS)['waited for']>;

/**
 * Takes a place in every task of the first scenario that has one for the annotator, in the order of
 * ranks. Passing over busy scenarios spares a wait; only waiting for them proves that nothing is
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

/** So many that looking at them takes a fraction of a millisecond. */
const LOOKED_AT = 200;

const FIND_LAST_LOOKED_AT = statement(
  `SELECT t.rank FROM tasks t WHERE ${IS_FREE} AND ${IS_WITHIN}
   ORDER BY t.rank LIMIT 1 OFFSET ${LOOKED_AT - 1}`,
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

/** Enough to show annotators how far they are; votes of the original routes are not left out. */
const COUNTED = 100;

const COUNT_FREE = statement(
  `SELECT COUNT(*) AS free FROM (
     SELECT t.id FROM tasks t
     WHERE ${IS_FREE} AND ${IS_WITHIN}
     ORDER BY t.rank LIMIT ${COUNTED}) AS next
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
