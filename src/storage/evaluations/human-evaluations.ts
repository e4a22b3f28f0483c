import { ROLE_NAMES, ROLES } from '../../contract/access.ts';
import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';
import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';
import type { StoredSettings } from '../../domain/evaluations/evaluation-settings.ts';
import type { Reference } from '../../domain/ids.ts';
import type { StudyPlan } from '../../domain/results/study-data.ts';
import {
  type Caller,
  callerParameters,
  findReferenced,
  IS_CALLER,
  notFound,
  STANDING,
  STANDING_COLUMNS,
  type Standing,
  toStanding,
} from '../callers.ts';
import { findRow, type Queryable } from '../database.ts';
import { type AgeKey, isAfter, type Page, pageParameters } from '../page.ts';
import { parserOf } from '../parser-of.ts';
import { type RowOf, statement } from '../statement.ts';

export interface PinnedVariant {
  readonly id: string;
  readonly name: string;
  readonly revisionId: string;
  readonly revision: number;
}

export interface HumanEvaluation {
  readonly standing: Standing;
  readonly id: string;
  readonly appId: string;
  readonly type: EvaluationType;
  readonly status: EvaluationStatus;
  /** In the order given at creation: a variant is known by its place here. */
  readonly variants: readonly PinnedVariant[];
  readonly testsetId: string;
  readonly testsetName: string;
  readonly testsetRevision: number;
  readonly testsetRevisionId: string;
  readonly inputs: readonly string[];
  readonly settings: StoredSettings;
  readonly judgementsPerTask: number;
  readonly guidelinesVersion: number;
  readonly scenarioCount: number;
  /** What was planned when the first judgement came in; null where nothing was extended since. */
  readonly plan: StudyPlan | null;
  readonly queueId: string;
  readonly createdBy: string;
  readonly createdByName: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly closedAt: number | null;
  readonly closedBy: string | null;
  /** Since when members may have seen which variant is which. */
  readonly firstClosedAt: number | null;
  /** The caller, who is no editor, may have to judge one of these variants blind over this test set. */
  readonly hasBlindTwin: boolean;
}

/**
 * Another evaluation that is open and blind, was not created by the caller, and has such a variant over
 * the test set. Whether it is blind is read from its settings as text, which works on both engines.
 */
const isBlindOver = (testsetId: string, isVariant: string) => `EXISTS (
    SELECT 1 FROM human_evaluations twin
    JOIN evaluation_variants shared ON shared.workspace_id = twin.workspace_id
      AND shared.evaluation_id = twin.id
    WHERE twin.workspace_id = c.workspace_id AND twin.testset_id = ${testsetId}
      AND twin.closed_at IS NULL AND twin.published_at IS NOT NULL
      AND twin.created_by <> c.user_id AND twin.settings LIKE '%"isBlind":true%'
      AND ${isVariant})`;

/** Editors see everything, so nothing has to be looked for. No role's name is part of another's. */
const IS_EDITOR = ROLE_NAMES.filter((role) => ROLES[role].permissions.includes('edit_evaluation'))
  .map((role) => `c.roles LIKE '%${role}%'`)
  .join(' OR ');

/** Of an evaluation `e`, for a caller `c`: 1 or 0. */
export const HAS_BLIND_TWIN = `CASE WHEN ${IS_EDITOR} THEN 0 WHEN ${isBlindOver(
  'e.testset_id',
  `twin.id <> e.id AND shared.variant_id IN (SELECT mine.variant_id FROM evaluation_variants mine
        WHERE mine.workspace_id = e.workspace_id AND mine.evaluation_id = e.id)`,
)} THEN 1 ELSE 0 END AS has_blind_twin`;

const EVALUATION = `e.id, e.app_id, e.type, e.status, e.testset_id, e.testset_revision,
  e.testset_revision_id, e.inputs, e.settings, e.judgements_per_task, e.guidelines_version,
  e.scenario_count, e.plan_scenarios, e.plan_judgements_per_task, e.queue_id, e.created_by, e.created_at, e.updated_at, e.closed_at, e.closed_by,
  e.first_closed_at, ${HAS_BLIND_TWIN},
  s.name AS testset_name, u.username AS created_by_name,
  ev.variant_id, ev.revision_id, ev.revision, v.name AS variant_name`;

const EVALUATION_COLUMNS = {
  ...STANDING_COLUMNS,
  id: 'text',
  app_id: 'text',
  type: 'text',
  status: 'text',
  testset_id: 'text',
  testset_revision: 'integer',
  testset_revision_id: 'text',
  inputs: 'text',
  settings: 'text',
  judgements_per_task: 'integer',
  guidelines_version: 'integer',
  scenario_count: 'integer',
  plan_scenarios: 'integer?',
  plan_judgements_per_task: 'integer?',
  queue_id: 'text',
  created_by: 'text',
  created_at: 'integer',
  updated_at: 'integer',
  closed_at: 'integer?',
  closed_by: 'text?',
  first_closed_at: 'integer?',
  has_blind_twin: 'integer',
  testset_name: 'text',
  created_by_name: 'text?',
  variant_id: 'text',
  revision_id: 'text',
  revision: 'integer',
  variant_name: 'text',
} as const;

/** A row for each variant of an evaluation `e`. */
const JOIN_PARTS = `
   JOIN testsets s ON s.workspace_id = e.workspace_id AND s.id = e.testset_id
   LEFT JOIN users u ON u.id = e.created_by
   JOIN evaluation_variants ev ON ev.workspace_id = e.workspace_id AND ev.evaluation_id = e.id
   JOIN variants v ON v.workspace_id = ev.workspace_id AND v.id = ev.variant_id`;

export const FIND_EVALUATION = statement(
  `SELECT ${STANDING}, ${EVALUATION}
   FROM callers c
   JOIN human_evaluations e ON e.workspace_id = c.workspace_id AND e.published_at IS NOT NULL
   ${JOIN_PARTS}
   WHERE ${IS_CALLER} AND e.id = $3
   ORDER BY ev.position`,
  EVALUATION_COLUMNS,
);

export async function getHumanEvaluation(
  db: Queryable,
  caller: Caller,
  reference: Reference,
): Promise<HumanEvaluation> {
  if (reference.id === undefined) throw notFound('evaluation', reference);
  const rows = await db.query(FIND_EVALUATION, [...callerParameters(caller), reference.id]);
  const [evaluation] = toEvaluations(rows);
  if (evaluation === undefined) throw notFound('evaluation', reference);
  return evaluation;
}

const LIST_EVALUATIONS = statement(
  `SELECT ${STANDING}, ${EVALUATION}
   FROM callers c
   JOIN (
     SELECT p.* FROM callers c JOIN human_evaluations p ON p.workspace_id = c.workspace_id
     WHERE ${IS_CALLER} AND p.app_id = $3 AND p.published_at IS NOT NULL AND ${isAfter('p', 4)}
     ORDER BY p.created_at, p.id LIMIT $6
   ) e ON e.workspace_id = c.workspace_id
   ${JOIN_PARTS}
   WHERE ${IS_CALLER}
   ORDER BY e.created_at, e.id, ev.position`,
  EVALUATION_COLUMNS,
);

/** The evaluations of an app, oldest first. An unknown app has none. */
export async function listHumanEvaluations(
  db: Queryable,
  caller: Caller,
  { appId, page }: { appId: string; page: Page<AgeKey> },
): Promise<readonly HumanEvaluation[]> {
  const rows = await db.query(LIST_EVALUATIONS, [
    ...callerParameters(caller),
    appId,
    ...pageParameters(page),
  ]);
  return toEvaluations(rows);
}

const FIND_BLIND_VARIANT = statement(
  `SELECT ${STANDING} FROM callers c
   WHERE ${IS_CALLER} AND c.workspace_id = $3 AND ${isBlindOver('$4', 'shared.variant_id = $5')}`,
  STANDING_COLUMNS,
);

/** Whether the caller may have to judge this variant blind, over this test set. */
export async function isJudgedBlind(
  db: Queryable,
  caller: Caller,
  { workspaceId, testsetId, variantId }: Record<'workspaceId' | 'testsetId' | 'variantId', string>,
): Promise<boolean> {
  const parameters = [...callerParameters(caller), workspaceId, testsetId, variantId];
  return (await findRow(db, FIND_BLIND_VARIANT, parameters)) !== undefined;
}

const FIND_EVALUATION_STANDING = statement(
  `SELECT ${STANDING}, e.id
   FROM callers c
   JOIN human_evaluations e ON e.workspace_id = c.workspace_id AND e.published_at IS NOT NULL
   WHERE ${IS_CALLER} AND e.id = $3`,
  { ...STANDING_COLUMNS, id: 'text' },
);

/** Each evaluation that is named, once, with what the caller is in its workspace. */
export async function getNamedEvaluations(
  db: Queryable,
  caller: Caller,
  references: readonly Reference[],
): Promise<readonly { id: string; standing: Standing }[]> {
  const named = new Map<string, { id: string; standing: Standing }>();
  for (const reference of references) {
    const row = await findReferenced(db, FIND_EVALUATION_STANDING, { caller, reference });
    if (row === undefined) throw notFound('evaluation', reference);
    named.set(row.id, { id: row.id, standing: toStanding(row) });
  }
  return [...named.values()];
}

const LIST_EVALUATIONS_OF_VARIANT = statement(
  `SELECT evaluation_id FROM evaluation_variants WHERE workspace_id = $1 AND variant_id = $2
   ORDER BY evaluation_id`,
  { evaluation_id: 'text' },
);

export async function listEvaluationsOfVariant(
  db: Queryable,
  workspaceId: string,
  variantId: string,
): Promise<readonly string[]> {
  const rows = await db.query(LIST_EVALUATIONS_OF_VARIANT, [workspaceId, variantId]);
  return rows.map((row) => row.evaluation_id);
}

const LIST_EVALUATIONS_OF_TESTSET = statement(
  'SELECT id FROM human_evaluations WHERE workspace_id = $1 AND testset_id = $2 ORDER BY id',
  { id: 'text' },
);

export async function listEvaluationsOfTestset(
  db: Queryable,
  workspaceId: string,
  testsetId: string,
): Promise<readonly string[]> {
  const rows = await db.query(LIST_EVALUATIONS_OF_TESTSET, [workspaceId, testsetId]);
  return rows.map((row) => row.id);
}

const parseInputs = parserOf<readonly string[]>();
const parseSettings = parserOf<StoredSettings>();

/** Rows of one evaluation follow each other, in the order of its variants. */
function toEvaluations(
  rows: readonly RowOf<typeof EVALUATION_COLUMNS>[],
): readonly HumanEvaluation[] {
  const evaluations: HumanEvaluation[] = [];
  let variants: PinnedVariant[] = [];
  for (const row of rows) {
    if (evaluations.at(-1)?.id !== row.id) {
      variants = [];
      evaluations.push(toEvaluation(row, variants));
    }
    variants.push({
      id: row.variant_id,
      name: row.variant_name,
      revisionId: row.revision_id,
      revision: row.revision,
    });
  }
  return evaluations;
}

function toEvaluation(
  row: RowOf<typeof EVALUATION_COLUMNS>,
  variants: readonly PinnedVariant[],
): HumanEvaluation {
  return {
    standing: toStanding(row),
    id: row.id,
    appId: row.app_id,
    type: row.type as EvaluationType, // Only these are ever written.
    status: row.status as EvaluationStatus, // Only these are ever written.
    variants,
    testsetId: row.testset_id,
    testsetName: row.testset_name,
    testsetRevision: row.testset_revision,
    testsetRevisionId: row.testset_revision_id,
    inputs: parseInputs(row.inputs),
    settings: parseSettings(row.settings),
    judgementsPerTask: row.judgements_per_task,
    guidelinesVersion: row.guidelines_version,
    scenarioCount: row.scenario_count,
    plan: planOf(row),
    queueId: row.queue_id,
    createdBy: row.created_by,
    createdByName: row.created_by_name ?? '',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
    firstClosedAt: row.first_closed_at,
    hasBlindTwin: row.has_blind_twin === 1,
  };
}

function planOf({
  plan_scenarios: cases,
  plan_judgements_per_task: judgementsPerTask,
}: RowOf<typeof EVALUATION_COLUMNS>): StudyPlan | null {
  return cases === null || judgementsPerTask === null ? null : { cases, judgementsPerTask };
}
