import type { Standing } from '../../../storage/callers.ts';
import type { Context } from '../../context.ts';
import { RowStage, type StagedRows } from './row-stage.ts';

/**
 * Writes rows unpublished, then lets `publish` make them part of a test set. A failure leaves
 * nothing behind.
 */
export async function stageRows<Read, Result>(
  context: Context,
  standing: Standing,
  steps: {
    readonly read: (stage: RowStage) => Promise<Read>;
    readonly publish: (staged: StagedRows, read: Read) => Promise<Result>;
  },
): Promise<Result> {
  const stage = await RowStage.open(context.db, {
    workspaceId: standing.workspaceId,
    revisionId: context.newId(),
    userId: standing.userId,
    now: context.now,
  });
  try {
    const read = await steps.read(stage);
    return await steps.publish(await stage.finish(), read);
  } catch (error) {
    // If this fails too, the upkeep removes the rows later; the caller gets the first error.
    await stage.discard().catch(() => undefined);
    throw error;
  }
}
