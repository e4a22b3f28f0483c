import type { Exclusion } from '../../../contract/evaluations/exclusions.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { Exclusion as StoredExclusion } from '../../../storage/evaluations/exclusions.ts';

export function presentExclusion(exclusion: StoredExclusion): Exclusion {
  return {
    annotator_id: exclusion.annotatorId,
    reason: exclusion.reason,
    excluded_by: exclusion.excludedBy,
    created_at: formatTimestamp(exclusion.createdAt),
    judgements: exclusion.judgements,
    judgements_then: exclusion.judgementsThen,
  };
}
