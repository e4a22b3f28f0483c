import type { FieldChange } from '../../domain/evaluations/judging-rules.ts';
import type { Queryable, Transaction } from '../database.ts';
import { statement } from '../statement.ts';

/** A change of a setting after the first judgement, or an extension. */
export interface RecordedChange extends FieldChange {
  /** How many judgements there were. */
  readonly judgements: number;
  readonly changedBy: string;
  readonly createdAt: number;
}

const INSERT_SETTING_CHANGE = statement(
  `INSERT INTO setting_changes (workspace_id, evaluation_id, number, field, before_change,
     after_change, judgements, changed_by, created_at)
   VALUES ($1, $2, (SELECT 1 + COUNT(*) FROM setting_changes
     WHERE workspace_id = $1 AND evaluation_id = $2), $3, $4, $5, $6, $7, $8)`,
  {},
);

/** The next change of an evaluation that is held. */
export async function insertSettingChange(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, ...change }: RecordedChange & { evaluationId: string },
): Promise<void> {
  await tx.query(INSERT_SETTING_CHANGE, [
    workspaceId,
    evaluationId,
    change.field,
    JSON.stringify(change.before),
    JSON.stringify(change.after),
    change.judgements,
    change.changedBy,
    change.createdAt,
  ]);
}

const LIST_SETTING_CHANGES = statement(
  `SELECT field, before_change, after_change, judgements, changed_by, created_at
   FROM setting_changes WHERE workspace_id = $1 AND evaluation_id = $2 ORDER BY number`,
  {
    field: 'text',
    before_change: 'text',
    after_change: 'text',
    judgements: 'integer',
    changed_by: 'text',
    created_at: 'integer',
  },
);

/** Oldest first. */
export async function listSettingChanges(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly RecordedChange[]> {
  const rows = await db.query(LIST_SETTING_CHANGES, [workspaceId, evaluationId]);
  return rows.map((row) => ({
    field: row.field as FieldChange['field'], // Only these are ever written.
    before: JSON.parse(row.before_change),
    after: JSON.parse(row.after_change),
    judgements: row.judgements,
    changedBy: row.changed_by,
    createdAt: row.created_at,
  }));
}
