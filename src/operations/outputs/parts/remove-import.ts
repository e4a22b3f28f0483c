import type { Db } from '../../../storage/database.ts';
import { deleteImported } from '../../../storage/outputs/import-scenarios.ts';
import {
  deleteImport,
  type FoundImport,
  giveImportUp,
} from '../../../storage/outputs/output-imports.ts';
import { importBatches } from './import-batches.ts';

/** Removes an import unless it is shown, a little at a time so that others can write in between. */
export async function removeImport(db: Db, outputImport: FoundImport): Promise<void> {
  const { workspaceId, importId } = outputImport;
  const isGivenUp = await db.transaction((tx) => giveImportUp(tx, workspaceId, importId));
  if (!isGivenUp) return;
  for await (const scenarioIds of importBatches(db, outputImport)) {
    await db.transaction((tx) => deleteImported(tx, workspaceId, { importId, scenarioIds }));
  }
  await db.transaction((tx) => deleteImport(tx, workspaceId, importId));
}
