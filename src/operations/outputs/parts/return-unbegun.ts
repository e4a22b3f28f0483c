import type { Db } from '../../../storage/database.ts';
import { returnCells } from '../../../storage/outputs/generation-cells.ts';
import { findRun } from '../../../storage/outputs/generation-runs.ts';
import { giveUpWaiting } from './give-up-waiting.ts';

export interface Unbegun {
  readonly workspaceId: string;
  readonly evaluationId: string;
  readonly variant: number;
  readonly workerId: string;
  readonly scenarioIds: readonly string[];
}

/** Returns cells that a process claimed but will not begin: they wait, or end with their run. */
export async function returnUnbegun(db: Db, unbegun: Unbegun): Promise<void> {
  const { workspaceId, evaluationId } = unbegun;
  await db.transaction(async (tx) => {
    const run = await findRun(tx, workspaceId, { evaluationId, lock: 'exclusive' });
    await returnCells(tx, workspaceId, unbegun);
    if (run?.status === 'canceled') await giveUpWaiting(tx, workspaceId, evaluationId);
  });
}
