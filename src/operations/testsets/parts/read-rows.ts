import { listRows } from '../../../storage/testsets/testset-rows.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';

/** The rows of a revision in order, as JSON text, with pauses for other requests. */
export async function* readRows(
  { db }: Pick<Context, 'db'>,
  workspaceId: string,
  revision: { readonly revisionId: string; readonly rowCount: number },
): AsyncGenerator<readonly string[]> {
  const pace = new Pace();
  for await (const rows of listRows(db, workspaceId, revision)) {
    yield rows;
    await pace.keep();
  }
}
