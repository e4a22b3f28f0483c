import type { Transaction } from '../../../storage/database.ts';
import {
  countCells,
  deleteCounts,
  type GenerationCounts,
  listCounts,
} from '../../../storage/outputs/generation-counts.ts';
import { cellSpans } from './cell-spans.ts';

/** Counts all cells again after many changed at once. The run is locked exclusively. */
export async function recount(
  tx: Transaction,
  workspaceId: string,
  evaluationId: string,
): Promise<readonly GenerationCounts[]> {
  await deleteCounts(tx, workspaceId, evaluationId);
  for await (const span of cellSpans(tx, workspaceId, evaluationId)) {
    await countCells(tx, workspaceId, span);
  }
  return listCounts(tx, workspaceId, evaluationId);
}
