import type { Name } from '../../../domain/names.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import { explainTestsetConflict } from '../../../storage/testsets/testsets.ts';
import type { App } from '../../../storage/variants/apps.ts';
import type { Context } from '../../context.ts';
import { publishTestset } from './publish-testset.ts';
import type { StagedRows } from './row-stage.ts';

/** Makes a test set of imported rows and answers with how many there were. */
export async function publishImport(
  context: Context,
  { app, name, staged }: { app: App; name: Name; staged: StagedRows },
) {
  try {
    return await context.transaction(async (tx) => {
      const wish = { app, name, commitMessage: null };
      const { id } = await publishTestset(context, tx, { wish, staged });
      return {
        body: {
          id,
          _id: id,
          name: name.text,
          created_at: formatTimestamp(context.now),
          revision: 1,
          row_count: staged.rowCount,
        },
      };
    });
  } catch (error) {
    const wanted = { app: { id: app.id, field: 'app_id' }, name };
    throw await explainTestsetConflict(context.db, app.standing.workspaceId, { wanted, error });
  }
}
