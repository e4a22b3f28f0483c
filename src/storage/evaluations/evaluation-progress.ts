import type { ANNOTATOR_KINDS } from '../../contract/judging/judgements.ts';
import { findRow, type Queryable } from '../database.ts';
import { type Row, statement, word } from '../statement.ts';

export interface ProgressCounts {
  readonly scenarios: number;
  readonly incompleteScenarios: number;
  readonly tasks: number;
  readonly tasksReady: number;
  readonly judgementsPerTask: number;
  /** At most as many per task as the settings ask for. */
  readonly judgementsHave: number;
  /** All that count, including those beyond. */
  readonly judgements: number;
  /** Of those, by annotators who could know which variant is which. */
  readonly judgementsWithNames: number;
}

const PER_TASK = `(SELECT e.judgements_per_task FROM human_evaluations e
        WHERE e.workspace_id = $1 AND e.id = $2)`;

/** The task count includes tasks that are not written yet, of scenarios without outputs. */
const COUNT_PROGRESS = statement(
  `SELECT (SELECT e.scenario_count FROM human_evaluations e
        WHERE e.workspace_id = $1 AND e.id = $2) AS scenarios, ${PER_TASK} AS judgements_per_task,
     (SELECT q.task_count FROM queues q WHERE q.workspace_id = $1 AND q.id = $3) AS tasks,
     COALESCE(SUM(t.is_ready), 0) AS tasks_ready,
     COALESCE(SUM(CASE WHEN t.first_variant IS NULL THEN 0
       WHEN t.have < ${PER_TASK} THEN t.have ELSE ${PER_TASK} END), 0) AS judgements_have,
     COALESCE(SUM(t.have), 0) AS judgements,
     (SELECT COUNT(*) FROM scenarios s WHERE s.workspace_id = $1 AND s.evaluation_id = $2
        AND s.is_complete = 0) AS incomplete,
     (SELECT COUNT(*) FROM judgements j WHERE j.workspace_id = $1 AND j.evaluation_id = $2
        AND j.counts = 1 AND j.saw_names = 1) AS judgements_with_names
   FROM tasks t
   WHERE t.workspace_id = $1 AND t.queue_id = $3`,
  {
    scenarios: 'integer?',
    judgementsPerTask: 'integer?',
    tasks: 'integer?',
    tasksReady: 'integer',
    judgementsHave: 'integer',
    judgements: 'integer',
    incomplete: 'integer',
    judgementsWithNames: 'integer',
  },
);

/** The progress of an evaluation, read from indexes alone. */
export async function countProgress(
  db: Queryable,
  workspaceId: string,
  { id, queueId }: { id: string; queueId: string },
): Promise<ProgressCounts> {
  const row = await findRow(db, COUNT_PROGRESS, [workspaceId, id, queueId]);
  return {
    scenarios: row?.scenarios ?? 0,
    judgementsPerTask: row?.judgementsPerTask ?? 0,
    incompleteScenarios: row?.incomplete ?? 0,
    tasks: row?.tasks ?? 0,
    tasksReady: row?.tasksReady ?? 0,
    judgementsHave: row?.judgementsHave ?? 0,
    judgements: row?.judgements ?? 0,
    judgementsWithNames: row?.judgementsWithNames ?? 0,
  };
}

const LIST_ACTIVITY = statement(
  `SELECT a.annotator_id AS id, a.kind, a.judged, a.skipped, a.flagged, a.time_taken_ms,
     a.last_active_at, COALESCE(u.username, g.name, '') AS name
   FROM evaluation_annotators a
   LEFT JOIN users u ON u.id = a.annotator_id
   LEFT JOIN guests g ON g.id = a.annotator_id AND g.workspace_id = a.workspace_id
   WHERE a.workspace_id = $1 AND a.evaluation_id = $2
   ORDER BY a.created_at, a.annotator_id`,
  {
    id: 'text',
    kind: word<(typeof ANNOTATOR_KINDS)[number]>,
    judged: 'integer',
    skipped: 'integer',
    flagged: 'integer',
    timeTakenMs: 'integer',
    lastActiveAt: 'integer',
    name: 'text',
  },
);

export type AnnotatorActivity = Row<typeof LIST_ACTIVITY>;

/** The annotators of an evaluation and what they did, in the order in which they began. */
export async function listActivity(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly AnnotatorActivity[]> {
  return db.query(LIST_ACTIVITY, [workspaceId, evaluationId]);
}
