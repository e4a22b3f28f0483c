import type { Queryable } from '../database.ts';
import { type Row, statement } from '../statement.ts';

/** Few enough to read quickly; a run that fails has few causes. */
const MOST_READ = 500;

const LIST_CAUSES = statement(
  `SELECT f.error_code AS code, COALESCE(f.error_message, '') AS message,
     f.variant_position AS variant, COUNT(*) AS count
   FROM (
     SELECT c.error_code, c.error_message, c.variant_position FROM generation_cells c
     WHERE c.workspace_id = $1 AND c.evaluation_id = $2 AND c.status = 'failed'
     ORDER BY c.position, c.variant_position LIMIT ${MOST_READ}) f
   WHERE f.error_code IS NOT NULL
   GROUP BY f.error_code, f.error_message, f.variant_position
   ORDER BY count DESC, code, message, variant`,
  { code: 'text', message: 'text', variant: 'integer', count: 'integer' },
);

/** Why outputs of a variant failed, and how many of the first 500 failures have the same cause. */
export type FailureCause = Row<typeof LIST_CAUSES>;

export async function listFailureCauses(
  db: Queryable,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly FailureCause[]> {
  return db.query(LIST_CAUSES, [workspaceId, evaluationId]);
}
