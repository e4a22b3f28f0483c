import type { Db } from '../../../storage/database.ts';
import { cancelPreparations } from '../../../storage/outputs/generation-runs.ts';
import { giveUpWaiting } from './give-up-waiting.ts';

/** Runs whose preparer is gone can be started again. */
export async function endPreparations(db: Db, which: 'abandoned' | 'all'): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { workspaceId, evaluationId } of await cancelPreparations(tx, which)) {
      await giveUpWaiting(tx, workspaceId, evaluationId);
    }
  });
}
