import type { Queryable } from '../database.ts';
import { type Row, statement } from '../statement.ts';
import { workspaceInserter } from '../writers.ts';

export const insertGuidelines = workspaceInserter('evaluation_guidelines', {
  evaluationId: 'text',
  version: 'integer',
  guidelines: 'text',
  createdBy: 'text',
  createdAt: 'integer',
});

const LIST_GUIDELINES = statement(
  `SELECT version, guidelines, created_by, created_at FROM evaluation_guidelines
   WHERE workspace_id = $1 AND evaluation_id = $2 ORDER BY version DESC`,
  { version: 'integer', guidelines: 'text', createdBy: 'text', createdAt: 'integer' },
);

export type GuidelinesVersion = Row<typeof LIST_GUIDELINES>;

/** All versions, newest first. */
export async function listGuidelines(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly GuidelinesVersion[]> {
  return db.query(LIST_GUIDELINES, [workspaceId, evaluationId]);
}
