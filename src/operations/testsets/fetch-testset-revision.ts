import type { StreamingOperation } from '../context.ts';
import { getTestsetRevision } from './parts/get-testset-revision.ts';
import { presentTestsetRevision } from './parts/present-testset.ts';
import { readRows } from './parts/read-rows.ts';
import { streamWithRows } from './parts/stream-with-rows.ts';

export const fetchTestsetRevision: StreamingOperation<'fetchTestsetRevision'> = async (
  context,
  { parameters },
) => {
  const { standing, revision } = await getTestsetRevision(
    context,
    parameters.testset_id,
    parameters.revision_number,
  );
  context.gate.permit(standing);
  const rows = readRows(context, standing.workspaceId, {
    revisionId: revision.id,
    rowCount: revision.rowCount,
  });
  return {
    stream: streamWithRows(presentTestsetRevision(revision), rows),
    etag: `"${revision.id}"`,
  };
};
