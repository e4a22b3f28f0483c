import type { Db } from '../../../storage/database.ts';
import {
  deleteImport,
  type FoundImport,
  giveImportUp,
} from '../../../storage/outputs/output-imports.ts';
import { deleteStaged } from '../../../storage/outputs/staged-outputs.ts';
import { stagedBatches } from './staged-batches.ts';

/** Removes an import unless it was taken over, a little at a time so that others can write in between. */
export async function removeImport(db: Db, unseen: FoundImport): Promise<void> {
  const { workspaceId, evaluationId, importId } = unseen;
  const isOurs = await db.transaction((tx) => giveImportUp(tx, workspaceId, importId));
  if (!isOurs) return;
  for await (const scenarioIds of stagedBatches(db, unseen)) {
    await db.transaction((tx) => deleteStaged(tx, workspaceId, { importId, scenarioIds }));
  }
  await db.transaction((tx) => deleteImport(tx, workspaceId, { evaluationId, importId }));
}
