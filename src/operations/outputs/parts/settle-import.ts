import { countNewRows } from '../../../storage/count-new-rows.ts';
import type { Db, Transaction } from '../../../storage/database.ts';
import { lockEvaluation } from '../../../storage/evaluations/human-evaluation-changes.ts';
import { markScenariosReady } from '../../../storage/evaluations/queues.ts';
import { holdOutputs } from '../../../storage/evaluations/scenario-changes.ts';
import { noteReturn } from '../../../storage/evaluations/tasks.ts';
import { expireOutdatedLeases } from '../../../storage/judging/assignment-changes.ts';
import { deleteReplaced } from '../../../storage/outputs/import-scenarios.ts';
import { type FoundImport, markSettled } from '../../../storage/outputs/output-imports.ts';
import { returnTasks } from '../../evaluations/parts/return-expired.ts';
import { writeTasks } from '../../evaluations/parts/write-tasks.ts';
import { importBatches } from './import-batches.ts';

/**
 * Does what follows from showing an import, a few scenarios at a time so that others can write in
 * between: writes tasks so that they can be handed out, ends leases on replaced texts, and deletes
 * replaced outputs. Can be repeated, and run by several processes at once.
 */
export async function settleImport(db: Db, shown: FoundImport): Promise<void> {
  const { workspaceId, evaluationId, importId } = shown;
  for await (const scenarioIds of importBatches(db, shown)) {
    await db.transaction(async (tx) => {
      const lock = { id: evaluationId, lock: 'exclusive' } as const;
      if ((await lockEvaluation(tx, workspaceId, lock)) === undefined) return;
      await settle(tx, { ...shown, scenarioIds });
    });
  }
  await countNewRows(db);
  await db.transaction((tx) => markSettled(tx, workspaceId, importId));
}

/** Statements that do not need each other's answers are sent together, and run in this order. */
async function settle(
  tx: Transaction,
  {
    workspaceId,
    evaluationId,
    importId,
    scenarioIds,
  }: FoundImport & { scenarioIds: readonly string[] },
): Promise<void> {
  await holdOutputs(tx, workspaceId, scenarioIds);
  await writeTasks(tx, workspaceId, { evaluationId, scenarioIds });
  const [taskIds] = await Promise.all([
    expireOutdatedLeases(tx, workspaceId, { evaluationId, scenarioIds }),
    markScenariosReady(tx, workspaceId, scenarioIds),
    deleteReplaced(tx, workspaceId, { importId, scenarioIds }),
    noteReturn(tx, workspaceId, evaluationId),
  ]);
  await returnTasks(tx, workspaceId, { evaluationId, taskIds });
}
