import type { Db } from '../../../storage/database.ts';
import { findRun } from '../../../storage/outputs/generation-runs.ts';
import { freeAbandoned, listAbandoned } from '../../../storage/outputs/generation-workers.ts';
import { giveUpWaiting } from './give-up-waiting.ts';

/** Returns cells of processes that are gone: they wait again, or are canceled with their run. */
export async function releaseAbandoned(db: Db): Promise<void> {
  for (const { workspaceId, evaluationId } of await listAbandoned(db)) {
    await db.transaction(async (tx) => {
      const run = await findRun(tx, workspaceId, { evaluationId, lock: 'exclusive' });
      await freeAbandoned(tx, workspaceId, evaluationId);
      if (run?.status === 'canceled') await giveUpWaiting(tx, workspaceId, evaluationId);
    });
  }
}
