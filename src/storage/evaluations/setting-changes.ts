import type { FieldChange } from '../../domain/evaluations/judging-rules.ts';
import { findRow, type Queryable, type Transaction } from '../database.ts';
import { json, statement, word } from '../statement.ts';
import { asJson, asWord, workspaceInserter } from '../writers.ts';

/** A change of a setting after the first judgement, or an extension. */
export interface RecordedChange extends FieldChange {
  /** How many judgements existed then. */
  readonly judgements: number;
  readonly changedBy: string;
  readonly createdAt: number;
}

const COUNT_CHANGES = statement(
  `SELECT COUNT(*) AS changes FROM setting_changes
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  { changes: 'integer' },
);

const insertNumbered = workspaceInserter('setting_changes', {
  evaluationId: 'text',
  number: 'integer',
  field: asWord<FieldChange['field']>,
  beforeChange: asJson<FieldChange['before']>,
  afterChange: asJson<FieldChange['after']>,
  judgements: 'integer',
  changedBy: 'text',
  createdAt: 'integer',
});

/** The transaction must have locked the evaluation, so that no other change takes the number. */
export async function insertSettingChange(
  tx: Transaction,
  workspaceId: string,
  { before, after, ...change }: RecordedChange & { readonly evaluationId: string },
): Promise<void> {
  const row = await findRow(tx, COUNT_CHANGES, [workspaceId, change.evaluationId]);
  const number = 1 + (row?.changes ?? 0);
  await insertNumbered(tx, workspaceId, {
    ...change,
    number,
    beforeChange: before,
    afterChange: after,
  });
}

const LIST_SETTING_CHANGES = statement(
  `SELECT field, before_change AS before, after_change AS after, judgements, changed_by, created_at
   FROM setting_changes WHERE workspace_id = $1 AND evaluation_id = $2 ORDER BY number`,
  {
    field: word<FieldChange['field']>,
    before: json<FieldChange['before']>,
    after: json<FieldChange['after']>,
    judgements: 'integer',
    changedBy: 'text',
    createdAt: 'integer',
  },
);

/** Oldest first. */
export async function listSettingChanges(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly RecordedChange[]> {
  return db.query(LIST_SETTING_CHANGES, [workspaceId, evaluationId]);
}
