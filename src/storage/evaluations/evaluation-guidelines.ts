import type { Queryable, Transaction } from '../database.ts';
import { statement } from '../statement.ts';

export interface GuidelinesVersion {
  readonly version: number;
  readonly guidelines: string;
  readonly createdBy: string;
  readonly createdAt: number;
}

const INSERT_GUIDELINES = statement(
  `INSERT INTO evaluation_guidelines
     (workspace_id, evaluation_id, version, guidelines, created_by, created_at)
   VALUES ($1, $2, $3, $4, $5, $6)`,
  {},
);

export async function insertGuidelines(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, ...version }: GuidelinesVersion & { evaluationId: string },
): Promise<void> {
  await tx.query(INSERT_GUIDELINES, [
    workspaceId,
    evaluationId,
    version.version,
    version.guidelines,
    version.createdBy,
    version.createdAt,
  ]);
}

const LIST_GUIDELINES = statement(
  `SELECT version, guidelines, created_by, created_at FROM evaluation_guidelines
   WHERE workspace_id = $1 AND evaluation_id = $2 ORDER BY version DESC`,
  { version: 'integer', guidelines: 'text', createdBy: 'text', createdAt: 'integer' },
);

/** All versions, newest first. */
export async function listGuidelines(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly GuidelinesVersion[]> {
  const rows = await db.query(LIST_GUIDELINES, [workspaceId, evaluationId]);
  return rows.map((row) => ({
    version: row.version,
    guidelines: row.guidelines,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
  }));
}
