import type { Db } from '../../../storage/database.ts';
import {
  deleteUnpublishedRevision,
  holdUnpublishedRevision,
} from '../../../storage/testsets/testset-changes.ts';
import { countRows, deleteRowsBelow } from '../../../storage/testsets/testset-rows.ts';
import { Pace } from '../../pace.ts';

const ROWS_AT_ONCE = 500;

/** Removes an unpublished revision, a few rows at a time so that others can write in between. */
export async function removeUnpublished(
  db: Db,
  { workspaceId, revisionId }: { workspaceId: string; revisionId: string },
): Promise<void> {
  await removeRows(db, { workspaceId, revisionId });
  await db.transaction((tx) => deleteUnpublishedRevision(tx, workspaceId, revisionId));
}

export async function removeRows(
  db: Db,
  { workspaceId, revisionId }: { workspaceId: string; revisionId: string },
): Promise<void> {
  const pace = new Pace();
  const total = await countRows(db, workspaceId, revisionId);
  for (let below = ROWS_AT_ONCE; below < total + ROWS_AT_ONCE; below += ROWS_AT_ONCE) {
    await db.transaction(async (tx) => {
      // It may be published after all: the connection can break after the COMMIT, before its answer.
      if (!(await holdUnpublishedRevision(tx, workspaceId, revisionId))) return;
      await deleteRowsBelow(tx, workspaceId, { revisionId, below });
    });
    await pace.rest();
  }
}
