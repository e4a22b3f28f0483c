import type { Transaction } from '../../../storage/database.ts';
import { countInTask, noteReturn } from '../../../storage/evaluations/tasks.ts';
import { expireLeases } from '../../../storage/judging/assignment-changes.ts';

/** Returns tasks whose leases ran out. */
export async function returnExpired(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<void> {
  await returnTasks(tx, workspaceId, {
    evaluationId,
    taskIds: await expireLeases(tx, workspaceId, evaluationId),
  });
}

/** Frees a place in a task each time that it is listed. */
export async function returnTasks(
  tx: Transaction,
  workspaceId: string,
  { evaluationId, taskIds }: { evaluationId: string; taskIds: readonly string[] },
): Promise<void> {
  if (taskIds.length === 0) return;
  // In one order everywhere, so that no two transactions wait for each other.
  for (const taskId of taskIds.toSorted()) {
    await countInTask(tx, workspaceId, { taskId, places: -1, have: 0 });
  }
  await noteReturn(tx, workspaceId, evaluationId);
}
