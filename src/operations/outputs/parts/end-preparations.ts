import type { Db, Transaction } from '../../../storage/database.ts';
import { forgetUndone } from '../../../storage/outputs/generation-cells.ts';
import { cancelPreparations } from '../../../storage/outputs/generation-runs.ts';
import { cellSpans } from './cell-spans.ts';
import { recount } from './recount.ts';

/** Cancels runs whose preparing process is gone, so that they can be started again. */
export async function endPreparations(db: Db, which: 'abandoned' | 'all'): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { workspaceId, evaluationId } of await cancelPreparations(tx, which)) {
      await forgetPreparation(tx, workspaceId, evaluationId);
    }
  });
}

/**
 * Removes the cells of an unfinished preparation: retrying only these would finish a run that never
 * had the others. The run is locked exclusively.
 */
export async function forgetPreparation(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<void> {
  for await (const span of cellSpans(tx, workspaceId, evaluationId)) {
    await forgetUndone(tx, workspaceId, span);
  }
  await recount(tx, workspaceId, evaluationId);
}
