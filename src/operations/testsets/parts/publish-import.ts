import type { Name } from '../../../domain/names.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import { explainTestsetConflict } from '../../../storage/testsets/testsets.ts';
import type { App } from '../../../storage/variants/apps.ts';
import type { Context } from '../../context.ts';
import { publishTestset } from './publish-testset.ts';
import type { StagedRows } from './row-stage.ts';

/** Creates a test set from imported rows; the answer has their number. */
export async function publishImport(
  context: Context,
  { app, name, staged }: { app: App; name: Name; staged: StagedRows },
) {
  try {
    return await context.transaction(async (tx) => {
      const content = { app, name, commitMessage: null };
      const { id } = await publishTestset(context, tx, { content, staged });
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
