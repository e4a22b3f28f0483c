import { referenceInPath } from '../../domain/ids.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';

import { getTestset } from '../../storage/testsets/testsets.ts';
import type { StreamingOperation } from '../context.ts';
import { versionEtag } from '../preconditions.ts';
import { readRows } from './parts/read-rows.ts';
import { streamWithRows } from './parts/stream-with-rows.ts';

export const fetchTestset: StreamingOperation<'fetchTestset'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.testset_id);
  const testset = await getTestset(context.db, context.caller, reference);
  context.gate.permit(testset.standing);
  const fields = {
    id: testset.id,
    _id: testset.id,
    name: testset.name,
    created_at: formatTimestamp(testset.createdAt),
    updated_at: formatTimestamp(testset.updatedAt),
    revision: testset.revision,
  };
  const rows = readRows(context, testset.standing.workspaceId, testset);
  return { stream: streamWithRows(fields, rows), etag: versionEtag(testset.version) };
};
