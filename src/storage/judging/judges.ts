import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';
import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';
import type { Reference } from '../../domain/ids.ts';
import {
  type Caller,
  findReferenced,
  IS_CALLER,
  notFound,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
  toStanding,
} from '../callers.ts';
import type { Queryable } from '../database.ts';
import { type HumanEvaluation, readSettings } from '../evaluations/human-evaluations.ts';
import { type RowOf, statement, word } from '../statement.ts';

/** An annotator: a member of the workspace, or a guest of this one evaluation. */
interface Judge {
  readonly annotatorId: string;
  readonly kind: 'member' | 'guest';
  /** Guests have no roles. */
  readonly standing: Standing;
}

/** The part of an evaluation that judging needs. */
export interface JudgedEvaluation
  extends Pick<
    HumanEvaluation,
    | 'id'
    | 'type'
    | 'status'
    | 'settings'
    | 'judgementsPerTask'
    | 'guidelinesVersion'
    | 'queueId'
    | 'createdBy'
    | 'firstClosedAt'
    | 'archivedAt'
  > {
  /** It is closed or in the archive, so nothing is written into it. */
  readonly isClosed: boolean;
}

export interface Judging {
  readonly judge: Judge;
  readonly evaluation: JudgedEvaluation;
}

export const JUDGING = `${STANDING}, c.kind, e.id AS judged_evaluation_id, e.type,
  e.status AS evaluation_status, e.settings,
  e.judgements_per_task, e.guidelines_version AS current_guidelines_version, e.queue_id,
  COALESCE(e.closed_at, e.archived_at) AS locked_at, e.archived_at,
  e.created_by AS evaluation_created_by, e.first_closed_at`;

export const JUDGING_COLUMNS = {
  ...STANDING_COLUMNS,
  kind: 'text',
  judgedEvaluationId: 'text',
  type: word<EvaluationType>,
  evaluationStatus: word<EvaluationStatus>,
  settings: readSettings,
  judgementsPerTask: 'integer',
  currentGuidelinesVersion: 'integer',
  queueId: 'text',
  /** When it was closed or archived. */
  lockedAt: 'integer?',
  archivedAt: 'integer?',
  evaluationCreatedBy: 'text',
  firstClosedAt: 'integer?',
} as const;

/** Whether the caller `c` may reach the evaluation `e` to judge. */
export const IS_REACHED = `e.workspace_id = c.workspace_id AND e.published_at IS NOT NULL
     AND (c.evaluation_id IS NULL OR c.evaluation_id = e.id)`;

const FIND_JUDGING = statement(
  `SELECT ${JUDGING}, g.guidelines, o.name AS organization_name
   FROM annotator_callers c
   JOIN organizations o ON o.id = c.organization_id
   JOIN human_evaluations e ON ${IS_REACHED}
   JOIN evaluation_guidelines g ON g.workspace_id = e.workspace_id AND g.evaluation_id = e.id
     AND g.version = e.guidelines_version
   WHERE ${IS_CALLER} AND e.id = $4`,
  { ...JUDGING_COLUMNS, guidelines: 'text', organizationName: 'text' },
);

/** The caller as an annotator of an evaluation. */
export async function getJudging(
  db: Queryable,
  caller: Caller,
  evaluation: Reference,
): Promise<Judging & { readonly guidelines: string; readonly organizationName: string }> {
  const row = await findReferenced(db, FIND_JUDGING, { caller, reference: evaluation });
  if (row === undefined) throw notFound('evaluation', evaluation);
  const { guidelines, organizationName } = row;
  return { ...toJudging(row), guidelines, organizationName };
}

export function toJudging(row: RowOf<typeof JUDGING_COLUMNS>): Judging {
  return {
    judge: {
      annotatorId: row.callerId,
      kind: row.kind === 'guest' ? 'guest' : 'member',
      standing: toStanding(row),
    },
    evaluation: {
      id: row.judgedEvaluationId,
      type: row.type,
      status: row.evaluationStatus,
      settings: row.settings,
      judgementsPerTask: row.judgementsPerTask,
      guidelinesVersion: row.currentGuidelinesVersion,
      queueId: row.queueId,
      isClosed: row.lockedAt !== null,
      archivedAt: row.archivedAt,
      createdBy: row.evaluationCreatedBy,
      firstClosedAt: row.firstClosedAt,
    },
  };
}
