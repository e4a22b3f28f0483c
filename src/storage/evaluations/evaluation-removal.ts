import { findRow, type Queryable, type Transaction } from '../database.ts';
import { statement, withLock } from '../statement.ts';

const UNPUBLISH = `UPDATE human_evaluations SET published_at = NULL, app_id = NULL,
     testset_id = NULL, created_at = 0
   WHERE workspace_id = $1 AND id = $2 AND published_at IS NOT NULL`;

const UNPUBLISH_EVALUATION = statement(`${UNPUBLISH} RETURNING id`, { id: 'text' });

const IS_OLD = (before: string) => `(closed_at < ${before} OR archived_at < ${before})`;

const UNPUBLISH_OLD_EVALUATION = statement(`${UNPUBLISH} AND ${IS_OLD('$3')} RETURNING id`, {
  id: 'text',
});

const DELETE_VARIANTS = statement(
  'DELETE FROM evaluation_variants WHERE workspace_id = $1 AND evaluation_id = $2',
  {},
);

/**
 * Hides the evaluation from all requests and releases what it uses; its rows are removed later.
 * False when it does not exist.
 */
export async function unpublishEvaluation(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<boolean> {
  const row = await findRow(tx, UNPUBLISH_EVALUATION, [workspaceId, evaluationId]);
  await tx.query(DELETE_VARIANTS, [workspaceId, evaluationId]);
  return row !== undefined;
}

const LIST_OLD_EVALUATIONS = statement(
  `SELECT id, name FROM human_evaluations
   WHERE workspace_id = $1 AND published_at IS NOT NULL
     AND ${IS_OLD('$2')}
   ORDER BY created_at, id LIMIT 100`,
  { id: 'text', name: 'text' },
);

/** The same for an evaluation that is still old. False when it is gone, or in use again. */
export async function unpublishOldEvaluation(
  tx: Transaction,
  workspaceId: string,
  { id, before }: { readonly id: string; readonly before: number },
): Promise<boolean> {
  const row = await findRow(tx, UNPUBLISH_OLD_EVALUATION, [workspaceId, id, before]);
  if (row !== undefined) await tx.query(DELETE_VARIANTS, [workspaceId, id]);
  return row !== undefined;
}

/** Evaluations that were closed or archived before that time. */
export async function listOldEvaluations(
  db: Queryable,
  workspaceId: string,
  before: number,
): Promise<readonly { id: string; name: string }[]> {
  return db.query(LIST_OLD_EVALUATIONS, [workspaceId, before]);
}

const DELETE_VARIANTS_OF_APP = statement(
  `DELETE FROM evaluation_variants WHERE workspace_id = $1 AND evaluation_id IN
     (SELECT id FROM human_evaluations WHERE workspace_id = $1 AND app_id = $2)`,
  {},
);

const UNPUBLISH_EVALUATIONS_OF_APP = statement(
  `UPDATE human_evaluations SET published_at = NULL, app_id = NULL, testset_id = NULL,
     created_at = 0
   WHERE workspace_id = $1 AND app_id = $2`,
  {},
);

export async function unpublishEvaluationsOfApp(
  tx: Transaction,
  workspaceId: string,
  appId: string,
): Promise<void> {
  await tx.query(DELETE_VARIANTS_OF_APP, [workspaceId, appId]);
  await tx.query(UNPUBLISH_EVALUATIONS_OF_APP, [workspaceId, appId]);
}

const FIND_ABANDONED_EVALUATION = statement(
  `SELECT workspace_id, id AS evaluation_id FROM human_evaluations
   WHERE published_at IS NULL AND created_at <= $1 ORDER BY created_at LIMIT 1`,
  { workspaceId: 'text', evaluationId: 'text' },
);

/** An evaluation that was deleted, or whose creation was never completed. */
export async function findAbandonedEvaluation(
  db: Queryable,
  before: number,
): Promise<{ workspaceId: string; evaluationId: string } | undefined> {
  return findRow(db, FIND_ABANDONED_EVALUATION, [before]);
}

const DELETE_SOME_SCENARIOS = statement(
  `DELETE FROM scenarios WHERE workspace_id = $1 AND id IN (
     SELECT s.id FROM scenarios s WHERE s.workspace_id = $1 AND s.evaluation_id = $2 LIMIT $3)
   RETURNING id`,
  { id: 'text' },
);

const HOLD_UNPUBLISHED = statement(
  withLock(
    'SELECT id FROM human_evaluations WHERE workspace_id = $1 AND id = $2 AND published_at IS NULL',
    'exclusive',
  ),
  { id: 'text' },
);

/**
 * Deletes scenarios with their tasks, assignments and judgements, and returns how many: none of a
 * published evaluation. When a connection breaks between a COMMIT that publishes and its answer,
 * the caller takes the evaluation for unpublished.
 */
export async function deleteSomeScenarios(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, limit }: { evaluationId: string; limit: number },
): Promise<number> {
  if ((await findRow(tx, HOLD_UNPUBLISHED, [workspaceId, evaluationId])) === undefined) return 0;
  const rows = await tx.query(DELETE_SOME_SCENARIOS, [workspaceId, evaluationId, limit]);
  return rows.length;
}

const DELETE_EVALUATION = statement(
  `DELETE FROM human_evaluations WHERE workspace_id = $1 AND id = $2 AND published_at IS NULL
   RETURNING id`,
  { id: 'text' },
);

const DELETE_INVITATIONS = statement(
  'DELETE FROM annotator_invitations WHERE workspace_id = $1 AND evaluation_id = $2',
  {},
);

/**
 * Also deletes its links and their guests, because on a distributed database no foreign key does:
 * every server has a copy of them, so that guests can sign in before their workspace is known.
 */
export async function deleteUnpublishedEvaluation(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<void> {
  const row = await findRow(tx, DELETE_EVALUATION, [workspaceId, evaluationId]);
  if (row !== undefined) await tx.query(DELETE_INVITATIONS, [workspaceId, evaluationId]);
}
