import { findRow, type Queryable } from '../database.ts';
import { statement } from '../statement.ts';
import { asFlag, workspaceWriter } from '../writers.ts';

const FIND_HEADLINE = statement(
  `SELECT edits, judgement_changes FROM evaluation_headlines
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  { edits: 'integer', judgementChanges: 'integer' },
);

/** The results that the stored headline is from. */
export async function findHeadline(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<{ readonly edits: number; readonly judgementChanges: number } | undefined> {
  return findRow(db, FIND_HEADLINE, [workspaceId, evaluationId]);
}

/** The sentence has ids of variants instead of names, because names change. */
export const upsertHeadline = workspaceWriter(
  `INSERT INTO evaluation_headlines (workspace_id, evaluation_id, edits, judgement_changes,
     is_settled, sentence)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (workspace_id, evaluation_id) DO UPDATE SET edits = excluded.edits,
     judgement_changes = excluded.judgement_changes, is_settled = excluded.is_settled,
     sentence = excluded.sentence`,
  {
    evaluationId: 'text',
    edits: 'integer',
    judgementChanges: 'integer',
    isSettled: asFlag,
    sentence: 'text',
  },
);
