import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import type { AssignmentStatus } from '../../contract/judging/assignments.ts';
import type { Reference } from '../../domain/ids.ts';
import { type Caller, findReferenced, IS_CALLER, notFound } from '../callers.ts';
import { findRow, type Queryable } from '../database.ts';
import { SHOWN_OUTPUTS } from '../evaluations/shown-outputs.ts';
import { json, type RowOf, statement, word } from '../statement.ts';
import { isOfAnnotator } from './annotator-of-task.ts';
import {
  OWN_JUDGEMENT,
  OWN_JUDGEMENT_COLUMNS,
  type OwnJudgement,
  toOwnJudgement,
} from './judgements.ts';
import { IS_REACHED, JUDGING, JUDGING_COLUMNS, type Judging, toJudging } from './judges.ts';

const ASSIGNMENT = `a.id, a.evaluation_id, a.task_id, a.scenario_id, a.annotator_id, a.number,
  a.side, a.status, a.lease_until, a.flag, a.skip_reason, t.first_variant,
  t.second_variant`;

const ASSIGNMENT_COLUMNS = {
  id: 'text',
  evaluationId: 'text',
  taskId: 'text',
  scenarioId: 'text',
  annotatorId: 'text',
  number: 'integer',
  /** Which variant is shown left: 0 the task's first, 1 its second. */
  side: 'integer',
  status: word<AssignmentStatus>,
  leaseUntil: 'integer',
  flag: 'text?',
  skipReason: 'text?',
  firstVariant: 'integer',
  secondVariant: 'integer?',
} as const;

const VIEW = `${ASSIGNMENT}, s.inputs, s.correct_answer, COALESCE(first_shown.output, '') AS first_output,
  COALESCE(second_shown.output, '') AS second_output, ${OWN_JUDGEMENT}`;

const VIEW_COLUMNS = {
  ...ASSIGNMENT_COLUMNS,
  inputs: json<readonly ScenarioInput[]>,
  correctAnswer: 'text',
  firstOutput: 'text',
  secondOutput: 'text',
  ...OWN_JUDGEMENT_COLUMNS,
} as const;

/** A task that was handed to one annotator. */
export type Assignment = RowOf<typeof ASSIGNMENT_COLUMNS>;

/** An assignment with its texts and the judgement of its annotator. */
export type AssignmentView = Omit<
  RowOf<typeof VIEW_COLUMNS>,
  keyof typeof OWN_JUDGEMENT_COLUMNS
> & { readonly judgement: OwnJudgement | undefined };

const JOIN_TASK = 'JOIN tasks t ON t.workspace_id = a.workspace_id AND t.id = a.task_id';

const JOIN_VIEW = `${JOIN_TASK}
   JOIN scenarios s ON s.workspace_id = a.workspace_id AND s.id = a.scenario_id
   LEFT JOIN ${SHOWN_OUTPUTS} first_shown ON first_shown.workspace_id = a.workspace_id
     AND first_shown.scenario_id = a.scenario_id AND first_shown.variant_position = t.first_variant
   LEFT JOIN ${SHOWN_OUTPUTS} second_shown ON second_shown.workspace_id = a.workspace_id
     AND second_shown.scenario_id = a.scenario_id
     AND second_shown.variant_position = t.second_variant
   LEFT JOIN judgements j ON j.workspace_id = a.workspace_id AND j.task_id = a.task_id
     AND ${isOfAnnotator('j', 'a.annotator_id')}`;

const FIND_ASSIGNMENT = statement(
  `SELECT ${JUDGING}, ${ASSIGNMENT}
   FROM annotator_callers c
   JOIN assignments a ON a.workspace_id = c.workspace_id AND a.annotator_id = c.user_id
   JOIN human_evaluations e ON ${IS_REACHED} AND e.id = a.evaluation_id
   ${JOIN_TASK}
   WHERE ${IS_CALLER} AND a.id = $4`,
  { ...JUDGING_COLUMNS, ...ASSIGNMENT_COLUMNS },
);

/** One of the caller's own assignments; those of others do not exist for the caller. */
export async function getAssignment(
  db: Queryable,
  caller: Caller,
  reference: Reference,
): Promise<Judging & { readonly assignment: Assignment }> {
  const row = await findReferenced(db, FIND_ASSIGNMENT, { caller, reference });
  if (row === undefined) throw notFound('assignment', reference);
  return { ...toJudging(row), assignment: row };
}

const FIND_VIEW = statement(
  `SELECT ${VIEW} FROM assignments a ${JOIN_VIEW} WHERE a.workspace_id = $1 AND a.id = $2`,
  VIEW_COLUMNS,
);

export async function getAssignmentView(
  db: Queryable,
  workspaceId: string,
  assignmentId: string,
): Promise<AssignmentView> {
  const row = await findRow(db, FIND_VIEW, [workspaceId, assignmentId]);
  if (row === undefined) throw notFound('assignment', { id: assignmentId, field: undefined });
  return toView(row);
}

const LIST_OPEN_VIEWS = statement(
  `SELECT ${VIEW} FROM assignments a ${JOIN_VIEW}
   WHERE a.workspace_id = $1 AND a.evaluation_id = $2 AND a.annotator_id = $3
     AND a.status = 'open'
   ORDER BY a.number LIMIT $4`,
  VIEW_COLUMNS,
);

export interface OwnAssignments {
  readonly evaluationId: string;
  readonly annotatorId: string;
  readonly limit: number;
}

/** The open assignments of an annotator, in the order in which they were handed out. */
export async function listOpenViews(
  db: Queryable,
  workspaceId: string,
  { evaluationId, annotatorId, limit }: OwnAssignments,
): Promise<readonly AssignmentView[]> {
  const rows = await db.query(LIST_OPEN_VIEWS, [workspaceId, evaluationId, annotatorId, limit]);
  return rows.map(toView);
}

const LIST_OPEN_LENGTHS = statement(
  `SELECT LENGTH(CAST(s.inputs AS text)) + LENGTH(s.correct_answer)
     + COALESCE(LENGTH(first_shown.output), 0) + COALESCE(LENGTH(second_shown.output), 0) AS length
   FROM assignments a ${JOIN_VIEW}
   WHERE a.workspace_id = $1 AND a.evaluation_id = $2 AND a.annotator_id = $3
     AND a.status = 'open'
   ORDER BY a.number LIMIT $4`,
  { length: 'integer' },
);

/** The number of characters of each of these, in the same order. */
export async function listOpenLengths(
  db: Queryable,
  workspaceId: string,
  { evaluationId, annotatorId, limit }: OwnAssignments,
): Promise<readonly number[]> {
  const rows = await db.query(LIST_OPEN_LENGTHS, [workspaceId, evaluationId, annotatorId, limit]);
  return rows.map(({ length }) => length);
}

const LIST_VIEWS = statement(
  `SELECT ${VIEW} FROM assignments a ${JOIN_VIEW}
   WHERE a.workspace_id = $1 AND a.evaluation_id = $2 AND a.annotator_id = $3
     AND a.number < $4 AND (CAST($5 AS text) IS NULL OR a.status = $5)
   ORDER BY a.number DESC LIMIT $6`,
  VIEW_COLUMNS,
);

/** The annotator's assignments before one of them, newest first. */
export async function listViews(
  db: Queryable,
  workspaceId: string,
  list: OwnAssignments & { beforeNumber: number; status: AssignmentStatus | undefined },
): Promise<readonly AssignmentView[]> {
  const rows = await db.query(LIST_VIEWS, [
    workspaceId,
    list.evaluationId,
    list.annotatorId,
    list.beforeNumber,
    list.status ?? null,
    list.limit,
  ]);
  return rows.map(toView);
}

const LIST_JUDGED_VIEWS = statement(
  `SELECT ${VIEW} FROM assignments a ${JOIN_VIEW}
   WHERE a.workspace_id = $1 AND a.evaluation_id = $2 AND a.annotator_id = $3
     AND a.status = 'judged' AND (j.judged_at, a.number) < ($4, $5)
   ORDER BY j.judged_at DESC, a.number DESC LIMIT $6`,
  VIEW_COLUMNS,
);

/** The place of a judged assignment among those of its annotator. */
export interface JudgedPlace {
  readonly judgedAt: number;
  readonly number: number;
}

/** The judged assignments before a place, last judged first, which is the order of undo. */
export async function listJudgedViews(
  db: Queryable,
  workspaceId: string,
  list: OwnAssignments & { before: JudgedPlace },
): Promise<readonly AssignmentView[]> {
  const rows = await db.query(LIST_JUDGED_VIEWS, [
    workspaceId,
    list.evaluationId,
    list.annotatorId,
    list.before.judgedAt,
    list.before.number,
    list.limit,
  ]);
  return rows.map(toView);
}

function toView(row: RowOf<typeof VIEW_COLUMNS>): AssignmentView {
  return { ...row, judgement: toOwnJudgement(row) };
}
