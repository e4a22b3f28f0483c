import type { Transaction } from '../../../storage/database.ts';
import { cancelCells } from '../../../storage/outputs/generation-cells.ts';
import { addCanceled } from '../../../storage/outputs/generation-counts.ts';
import { Pace } from '../../pace.ts';

/** What the embedded engine changes in a few milliseconds. */
const CELLS_AT_ONCE = 500;

/**
 * In a canceled run nothing waits: what comes back into it is given up, a few cells at a time so that
 * other requests are answered in between. The run is held exclusively.
 */
export async function giveUpWaiting(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<void> {
  const pace = new Pace();
  for (;;) {
    const givenUp = await cancelCells(tx, workspaceId, { evaluationId, limit: CELLS_AT_ONCE });
    // Fewer than asked for may have been claimed meanwhile, with others still waiting.
    if (givenUp.length === 0) return;
    for (const [variant, cells] of Map.groupBy(givenUp, (variant) => variant)) {
      await addCanceled(tx, workspaceId, { evaluationId, variant, canceled: cells.length });
    }
    await pace.keep();
  }
}
