import { findRow, type Queryable, type Transaction } from '../database.ts';
import { type RowOf, statement } from '../statement.ts';
import { workspaceWriter } from '../writers.ts';

const STORED_COLUMNS = {
  annotatorId: 'text',
  reason: 'text',
  excludedBy: 'text',
  createdAt: 'integer',
  /** The judgements of all annotators at the time of the exclusion. */
  judgementsThen: 'integer',
} as const;

/** With the current judgements of the annotator. */
const EXCLUSION_COLUMNS = { ...STORED_COLUMNS, judgements: 'integer' } as const;

export type Exclusion = RowOf<typeof EXCLUSION_COLUMNS>;

const LIST_EXCLUSIONS = statement(
  `SELECT x.annotator_id, x.reason, x.excluded_by, x.created_at, x.judgements_then,
     a.judged AS judgements
   FROM exclusions x
   JOIN evaluation_annotators a ON a.workspace_id = x.workspace_id
     AND a.evaluation_id = x.evaluation_id AND a.annotator_id = x.annotator_id
   WHERE x.workspace_id = $1 AND x.evaluation_id = $2
   ORDER BY x.created_at, x.annotator_id`,
  EXCLUSION_COLUMNS,
);

/** Oldest first. */
export async function listExclusions(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly Exclusion[]> {
  return db.query(LIST_EXCLUSIONS, [workspaceId, evaluationId]);
}

const COUNT_SHARED = statement(
  `SELECT COALESCE(SUM(a.judged), 0) AS judgements,
     COALESCE(SUM(CASE WHEN a.annotator_id = $3 THEN a.judged END), 0) AS own,
     COUNT(CASE WHEN x.annotator_id = $3 THEN 1 END) AS own_exclusions,
     COALESCE(SUM(CASE WHEN a.annotator_id <> $3 AND x.annotator_id IS NULL THEN a.judged END), 0)
       AS remaining
   FROM evaluation_annotators a
   LEFT JOIN exclusions x ON x.workspace_id = a.workspace_id
     AND x.evaluation_id = a.evaluation_id AND x.annotator_id = a.annotator_id
   WHERE a.workspace_id = $1 AND a.evaluation_id = $2`,
  {
    judgements: 'integer',
    own: 'integer',
    ownExclusions: 'integer',
    remaining: 'integer',
  },
);

/** The judgements of an evaluation on which the exclusion of one annotator depends. */
export interface SharedJudgements {
  readonly judgements: number;
  /** By this annotator. */
  readonly own: number;
  readonly isExcluded: boolean;
  /** By other annotators who are not excluded. */
  readonly remaining: number;
}

export async function countSharedJudgements(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, annotatorId }: { evaluationId: string; annotatorId: string },
): Promise<SharedJudgements> {
  const row = await findRow(tx, COUNT_SHARED, [workspaceId, evaluationId, annotatorId]);
  return {
    judgements: row?.judgements ?? 0,
    own: row?.own ?? 0,
    isExcluded: row?.ownExclusions === 1,
    remaining: row?.remaining ?? 0,
  };
}

/** A member who changes the reason becomes its author; the time stays. */
const UPSERT_EXCLUSION = statement(
  `INSERT INTO exclusions (workspace_id, evaluation_id, annotator_id, reason, excluded_by,
     judgements_then, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (workspace_id, evaluation_id, annotator_id) DO UPDATE SET reason = excluded.reason,
     excluded_by = CASE WHEN exclusions.reason = excluded.reason THEN exclusions.excluded_by
       ELSE excluded.excluded_by END
   RETURNING annotator_id, reason, excluded_by, created_at, judgements_then`,
  STORED_COLUMNS,
);

export async function upsertExclusion(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, judgements, ...exclusion }: Exclusion & { evaluationId: string },
): Promise<Exclusion> {
  const row = await findRow(tx, UPSERT_EXCLUSION, [
    workspaceId,
    evaluationId,
    exclusion.annotatorId,
    exclusion.reason,
    exclusion.excludedBy,
    exclusion.judgementsThen,
    exclusion.createdAt,
  ]);
  if (row === undefined) throw new Error('The exclusion was not stored.');
  return { ...row, judgements };
}

export const deleteExclusion = workspaceWriter(
  'DELETE FROM exclusions WHERE workspace_id = $1 AND evaluation_id = $2 AND annotator_id = $3',
  { evaluationId: 'text', annotatorId: 'text' },
);
