import type { Name } from '../../../domain/names.ts';
import type { Transaction } from '../../../storage/database.ts';
import { insertTestset, publishRevision } from '../../../storage/testsets/testset-changes.ts';
import type { App } from '../../../storage/variants/apps.ts';
import type { Context } from '../../context.ts';
import type { StagedRows } from './row-stage.ts';

export interface NewTestset {
  readonly app: Pick<App, 'id' | 'standing'>;
  readonly name: Name;
  readonly commitMessage: string | null;
}

/** Creates a test set from staged rows, which become its revision 1. */
export async function publishTestset(
  context: Context,
  tx: Transaction,
  { content, staged }: { content: NewTestset; staged: StagedRows },
): Promise<{ id: string }> {
  const { app, name, commitMessage } = content;
  const { workspaceId, userId } = app.standing;
  const id = context.newId();
  await insertTestset(tx, workspaceId, {
    id,
    appId: app.id,
    name,
    rowsHash: staged.rowsHash,
    createdBy: userId,
    now: context.now,
  });
  await publishRevision(tx, workspaceId, {
    ...staged,
    testsetId: id,
    revision: 1,
    commitMessage,
  });
  const change = { app_id: app.id, name: name.text, rows: staged.rowCount };
  context.note({ object: { kind: 'testset', id }, change });
  return { id };
}
