import { findRow, type Queryable } from '../database.ts';
import { statement } from '../statement.ts';
import { asFlag, writingInWorkspace } from '../writing.ts';

const FIND_HEADLINE = statement(
  `SELECT edits, judgement_changes FROM evaluation_headlines
   WHERE workspace_id = $1 AND evaluation_id = $2`,
  { edits: 'integer', judgementChanges: 'integer' },
);

/** Which results the kept headline is from. */
export async function findHeadline(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<{ readonly edits: number; readonly judgementChanges: number } | undefined> {
  return findRow(db, FIND_HEADLINE, [workspaceId, evaluationId]);
}

/** Variants are named by their ids, since names change. */
export const upsertHeadline = writingInWorkspace(
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
