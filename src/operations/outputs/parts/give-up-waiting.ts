import type { Transaction } from '../../../storage/database.ts';
import { cancelCells } from '../../../storage/outputs/generation-cells.ts';
import { addCanceled } from '../../../storage/outputs/generation-counts.ts';
import { Pace } from '../../pace.ts';

/** As many as the embedded engine changes in a few milliseconds. */
const CELLS_AT_ONCE = 500;

/**
 * Cancels the waiting cells of a canceled run, also those that were returned to it, a few at a time
 * so that other requests are answered in between. The run is locked exclusively.
 */
export async function giveUpWaiting(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<void> {
  const pace = new Pace();
  for (;;) {
    const givenUp = await cancelCells(tx, workspaceId, { evaluationId, limit: CELLS_AT_ONCE });
    // Only an empty batch ends it: a short one may be due to cells claimed meanwhile.
    if (givenUp.length === 0) return;
    for (const [variant, cells] of Map.groupBy(givenUp, (variant) => variant)) {
      await addCanceled(tx, workspaceId, { evaluationId, variant, canceled: cells.length });
    }
    await pace.keep();
  }
}
