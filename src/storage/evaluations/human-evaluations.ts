import { type Permission, ROLE_NAMES, ROLES } from '../../contract/access.ts';
import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';
import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';
import type { StoredSettings } from '../../domain/evaluations/evaluation-settings.ts';
import type { Reference } from '../../domain/ids.ts';
import {
  type Caller,
  callerParameters,
  type ForCaller,
  IS_CALLER,
  type IsWorkspace,
  isBeside,
  notFound,
  referenceGetter,
  STANDING,
  STANDING_COLUMNS,
  toStanding,
} from '../callers.ts';
import { findRow, type Queryable } from '../database.ts';
import { type AgeKey, byAge, type Page, pageParameters } from '../page.ts';
import { parserOf } from '../parser-of.ts';
import { columnList, isOne, type RowOf, statement, word } from '../statement.ts';

export interface PinnedVariant {
  readonly id: string;
  readonly name: string;
  readonly revisionId: string;
  readonly revision: number;
}

/**
 * Another evaluation that is open and blind, was not created by the caller, and has such a variant.
 * Its test set does not matter: a copy has the same rows. Blindness is matched in the text of the
 * settings, which works on both engines.
 */
const isBlindOver = (isHere: IsWorkspace, isVariant: string) => `EXISTS (
    SELECT 1 FROM human_evaluations twin
    JOIN evaluation_variants shared ON shared.workspace_id = twin.workspace_id
      AND shared.evaluation_id = twin.id
    WHERE ${isHere('twin.workspace_id')}
      AND twin.closed_at IS NULL AND twin.published_at IS NOT NULL
      AND twin.created_by <> c.user_id AND twin.settings LIKE '%"isBlind":true%'
      AND ${isVariant})`;

/** Whether a role of the caller has a permission. No role's name is part of another's. */
const holds = (permission: Permission) =>
  ROLE_NAMES.filter((role) => ROLES[role].permissions.includes(permission))
    .map((role) => `c.roles LIKE '%${role}%'`)
    .join(' OR ');

/** Editors see everything, so nothing is searched for them. */
const IS_EDITOR = holds('edit_evaluation');

const hasTwin = (isHere: IsWorkspace) =>
  isBlindOver(
    isHere,
    `twin.id <> e.id AND shared.variant_id IN (SELECT mine.variant_id FROM evaluation_variants mine
        WHERE ${isHere('mine.workspace_id')} AND mine.evaluation_id = e.id)`,
  );

/**
 * 1 or 0, for an evaluation `e` and a caller `c`. `isHere` compares with a parameter or with a
 * tenant table beside `e`: a distributed database can place no other condition.
 */
export const hasBlindTwin = (isHere: IsWorkspace) =>
  `CASE WHEN ${IS_EDITOR} THEN 0 WHEN ${hasTwin(isHere)} THEN 1
  ELSE 0 END AS has_blind_twin`;

/** The decision of `isBlindFor`, for lists filtered or ordered by what blindness hides. */
export const isBlindFor = (
  isHere: IsWorkspace,
) => `CASE WHEN ${IS_EDITOR} THEN 0 WHEN NOT (${holds('run_evaluations')}) THEN 0
  WHEN ${hasTwin(isHere)} THEN 1 WHEN e.created_by = c.user_id THEN 0
  WHEN e.closed_at IS NULL AND e.settings LIKE '%"isBlind":true%' THEN 1 ELSE 0 END`;

/** Equal settings are parsed once. */
export const readSettings = parserOf<StoredSettings>();

const STORED = {
  id: 'text',
  appId: 'text',
  type: word<EvaluationType>,
  status: word<EvaluationStatus>,
  testsetId: 'text',
  testsetRevision: 'integer',
  testsetRevisionId: 'text',
  inputs: parserOf<readonly string[]>(),
  settings: readSettings,
  judgementsPerTask: 'integer',
  guidelinesVersion: 'integer',
  scenarioCount: 'integer',
  /** The plan at the first judgement; null if the evaluation has not been extended since. */
  planScenarios: 'integer?',
  planJudgementsPerTask: 'integer?',
  queueId: 'text',
  createdBy: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
  closedAt: 'integer?',
  closedBy: 'text?',
  /** Since when members may have seen which variant is which. */
  firstClosedAt: 'integer?',
  name: 'text',
  nameKey: 'text',
  description: 'text',
  archivedAt: 'integer?',
  /** Counts edits; results from before the last one may be outdated. */
  edits: 'integer',
} as const;

const EVALUATION = {
  ...STORED,
  /** The caller is no editor and may have to judge one of these variants blind elsewhere. */
  hasBlindTwin: isOne,
  testsetName: 'text',
  createdByName: 'text',
} as const;

export type HumanEvaluation = ForCaller<typeof EVALUATION> & {
  /** In the order given at creation; other rows name a variant by its place here. */
  readonly variants: readonly PinnedVariant[];
};

export const selectEvaluation = (
  isHere: IsWorkspace,
) => `SELECT ${STANDING}, ${columnList('e', STORED)},
  ${hasBlindTwin(isHere)},
  s.name AS testset_name, u.username AS created_by_name,
  ev.variant_id, ev.revision_id, ev.revision, v.name AS variant_name
   FROM callers c`;

export const EVALUATION_COLUMNS = {
  ...STANDING_COLUMNS,
  ...EVALUATION,
  variantId: 'text',
  revisionId: 'text',
  revision: 'integer',
  variantName: 'text',
} as const;

/** Gives a row for each variant of an evaluation `e`. */
export const JOIN_PARTS = `
   JOIN testsets s ON s.workspace_id = e.workspace_id AND s.id = e.testset_id
   JOIN users u ON u.id = e.created_by
   JOIN evaluation_variants ev ON ev.workspace_id = e.workspace_id AND ev.evaluation_id = e.id
   JOIN variants v ON v.workspace_id = ev.workspace_id AND v.id = ev.variant_id`;

export const FIND_EVALUATION = statement(
  `${selectEvaluation(isBeside('s.workspace_id'))}
   JOIN human_evaluations e ON e.workspace_id = c.workspace_id AND e.published_at IS NOT NULL
   ${JOIN_PARTS}
   WHERE ${IS_CALLER} AND e.id = $4
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
  `${selectEvaluation(isBeside('s.workspace_id'))}
   JOIN (
     SELECT p.* FROM callers c JOIN human_evaluations p ON p.workspace_id = c.workspace_id
     WHERE ${IS_CALLER} AND p.app_id = $4 AND p.published_at IS NOT NULL ${byAge('p', 5)}
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
   WHERE ${IS_CALLER} AND c.workspace_id = $4 AND ${isBlindOver((column) => `${column} = $4`, 'shared.variant_id = $5')}`,
  STANDING_COLUMNS,
);

/** Whether the caller may have to judge this variant blind. */
export async function isJudgedBlind(
  db: Queryable,
  caller: Caller,
  { workspaceId, variantId }: Record<'workspaceId' | 'variantId', string>,
): Promise<boolean> {
  const parameters = [...callerParameters(caller), workspaceId, variantId];
  return (await findRow(db, FIND_BLIND_VARIANT, parameters)) !== undefined;
}

const getEvaluationStanding = referenceGetter(
  'evaluation',
  statement(
    `SELECT ${STANDING}, e.id, e.name
     FROM callers c
     JOIN human_evaluations e ON e.workspace_id = c.workspace_id AND e.published_at IS NOT NULL
     WHERE ${IS_CALLER} AND e.id = $4`,
    { ...STANDING_COLUMNS, id: 'text', name: 'text' },
  ),
);

type NamedEvaluation = Awaited<ReturnType<typeof getEvaluationStanding>>;

/** Each referenced evaluation once, with the caller's place in its workspace. */
export async function getNamedEvaluations(
  db: Queryable,
  caller: Caller,
  references: readonly Reference[],
): Promise<readonly NamedEvaluation[]> {
  const named = new Map<string, NamedEvaluation>();
  for (const reference of references) {
    const evaluation = await getEvaluationStanding(db, caller, reference);
    named.set(evaluation.id, evaluation);
  }
  return [...named.values()];
}

const LIST_EVALUATIONS_OF_VARIANT = statement(
  `SELECT evaluation_id FROM evaluation_variants WHERE workspace_id = $1 AND variant_id = $2
   ORDER BY evaluation_id`,
  { evaluationId: 'text' },
);

export async function listEvaluationsOfVariant(
  db: Queryable,
  workspaceId: string,
  variantId: string,
): Promise<readonly string[]> {
  const rows = await db.query(LIST_EVALUATIONS_OF_VARIANT, [workspaceId, variantId]);
  return rows.map((row) => row.evaluationId);
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

/** Takes rows in which those of one evaluation follow each other, in the order of its variants. */
export function toEvaluations(
  rows: readonly RowOf<typeof EVALUATION_COLUMNS>[],
): readonly HumanEvaluation[] {
  const evaluations: HumanEvaluation[] = [];
  let variants: PinnedVariant[] = [];
  for (const row of rows) {
    if (evaluations.at(-1)?.id !== row.id) {
      variants = [];
      evaluations.push({ ...row, standing: toStanding(row), variants });
    }
    const { variantId: id, variantName: name, revisionId, revision } = row;
    variants.push({ id, name, revisionId, revision });
  }
  return evaluations;
}
