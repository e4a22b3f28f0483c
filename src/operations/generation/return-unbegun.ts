import type { Db } from '../../storage/database.ts';
import { cancelCells, returnCells } from '../../storage/generation-cells.ts';
import { recount } from '../../storage/generation-counts.ts';
import { findRun } from '../../storage/generation-runs.ts';

export interface Unbegun {
  readonly workspaceId: string;
  readonly evaluationId: string;
  readonly variant: number;
  readonly workerId: string;
  readonly scenarioIds: readonly string[];
}

/** Cells that a process claimed and will not begin: they wait again, or are given up with their run. */
export async function returnUnbegun(db: Db, unbegun: Unbegun): Promise<void> {
  const { workspaceId, evaluationId } = unbegun;
  await db.transaction(async (tx) => {
    const run = await findRun(tx, workspaceId, { evaluationId, lock: 'exclusive' });
    await returnCells(tx, workspaceId, unbegun);
    if (run?.status !== 'canceled') return;
    await cancelCells(tx, workspaceId, evaluationId);
    await recount(tx, workspaceId, evaluationId);
  });
}
