import type { Transaction } from '../../../storage/database.ts';
import { cancelCells } from '../../../storage/outputs/generation-cells.ts';
import { recount } from '../../../storage/outputs/generation-counts.ts';

/** In a canceled run nothing waits: what comes back into it is given up. The run is held exclusively. */
export async function giveUpWaiting(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<void> {
  const givenUp = await cancelCells(tx, workspaceId, evaluationId);
  if (givenUp > 0) await recount(tx, workspaceId, evaluationId);
}
