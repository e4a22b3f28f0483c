import type { Name } from '../../../domain/names.ts';
import type { Transaction } from '../../../storage/database.ts';
import { insertTestset, publishRevision } from '../../../storage/testsets/testset-changes.ts';
import type { App } from '../../../storage/variants/apps.ts';
import type { Context } from '../../context.ts';
import type { StagedRows } from './row-stage.ts';

export interface TestsetWish {
  readonly app: Pick<App, 'id' | 'standing'>;
  readonly name: Name;
  readonly commitMessage: string | null;
}

/** Makes a new test set of staged rows; they become its revision 1. */
export async function publishTestset(
  context: Context,
  tx: Transaction,
  { wish, staged }: { wish: TestsetWish; staged: StagedRows },
): Promise<{ id: string }> {
  const { workspaceId, userId } = wish.app.standing;
  const id = context.newId();
  await insertTestset(tx, workspaceId, {
    id,
    appId: wish.app.id,
    name: wish.name,
    rowsHash: staged.rowsHash,
    createdBy: userId,
    now: context.now,
  });
  await publishRevision(tx, workspaceId, {
    ...staged,
    testsetId: id,
    revision: 1,
    commitMessage: wish.commitMessage,
  });
  const change = { app_id: wish.app.id, name: wish.name.text, rows: staged.rowCount };
  context.note({ object: { kind: 'testset', id }, change });
  return { id };
}
