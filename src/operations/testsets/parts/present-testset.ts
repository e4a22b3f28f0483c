import type { TestsetRevision, TestsetSummary } from '../../../contract/testsets/testsets.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { TestsetRevision as StoredRevision } from '../../../storage/testsets/testset-revisions.ts';
import type { Testset } from '../../../storage/testsets/testsets.ts';

export function presentTestset(testset: Testset): TestsetSummary {
  return {
    _id: testset.id,
    id: testset.id,
    name: testset.name,
    created_at: formatTimestamp(testset.createdAt),
    updated_at: formatTimestamp(testset.updatedAt),
    revision: testset.revision,
    row_count: testset.rowCount,
  };
}

export function presentTestsetRevision(revision: StoredRevision): TestsetRevision {
  return {
    id: revision.id,
    testset_id: revision.testsetId,
    revision: revision.revision,
    row_count: revision.rowCount,
    columns: [...revision.columns],
    modified_by: revision.createdByName,
    commit_message: revision.commitMessage,
    created_at: formatTimestamp(revision.createdAt),
  };
}
