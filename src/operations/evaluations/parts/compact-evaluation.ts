import type { Transaction } from '../../../storage/database.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import {
  deleteUnusedAssignments,
  expireAllLeases,
} from '../../../storage/judging/assignment-changes.ts';
import { restRun } from '../../../storage/outputs/generation-runs.ts';
import { returnTasks } from './return-expired.ts';

/**
 * Removes from an evaluation that is being archived what neither results nor exports read: leases,
 * assignments that were not judged, and pending work on outputs.
 */
export async function compactEvaluation(
  tx: Transaction,
  { id: evaluationId, standing }: HumanEvaluation,
): Promise<void> {
  const { workspaceId } = standing;
  const taskIds = await expireAllLeases(tx, workspaceId, evaluationId);
  await returnTasks(tx, workspaceId, { evaluationId, taskIds });
  await deleteUnusedAssignments(tx, workspaceId, evaluationId);
  await restRun(tx, workspaceId, evaluationId);
}
