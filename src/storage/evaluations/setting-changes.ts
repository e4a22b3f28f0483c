import type { FieldChange } from '../../domain/evaluations/judging-rules.ts';
import type { Queryable } from '../database.ts';
import { json, statement, word } from '../statement.ts';
import { asJson, asWord, writingInWorkspace } from '../writing.ts';

/** A change of a setting after the first judgement, or an extension. */
export interface RecordedChange extends FieldChange {
  /** How many judgements there were. */
  readonly judgements: number;
  readonly changedBy: string;
  readonly createdAt: number;
}

/** The next change of an evaluation that is held. */
export const insertSettingChange = writingInWorkspace(
  `INSERT INTO setting_changes (workspace_id, evaluation_id, number, field, before_change,
     after_change, judgements, changed_by, created_at)
   VALUES ($1, $2, (SELECT 1 + COUNT(*) FROM setting_changes
     WHERE workspace_id = $1 AND evaluation_id = $2), $3, $4, $5, $6, $7, $8)`,
  {
    evaluationId: 'text',
    field: asWord<FieldChange['field']>,
    before: asJson<FieldChange['before']>,
    after: asJson<FieldChange['after']>,
    judgements: 'integer',
    changedBy: 'text',
    createdAt: 'integer',
  },
);

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
