import type { HumanEvaluation as Shown } from '../../../contract/evaluations/human-evaluations.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { isBlindFor } from './blindness.ts';

/** The original's object, without variants for annotators of a blind evaluation. */
export function presentHumanEvaluation(evaluation: HumanEvaluation): Shown {
  const variants = isBlindFor(evaluation) ? [] : evaluation.variants;
  return {
    id: evaluation.id,
    app_id: evaluation.appId,
    user_id: evaluation.createdBy,
    user_username: evaluation.createdByName,
    evaluation_type: evaluation.type,
    variant_ids: variants.map(({ id }) => id),
    variant_names: variants.map(({ name }) => name),
    variants_revision_ids: variants.map(({ revisionId }) => revisionId),
    revisions: variants.map(({ revision }) => String(revision)),
    testset_id: evaluation.testsetId,
    testset_name: evaluation.testsetName,
    status: evaluation.status,
    created_at: formatTimestamp(evaluation.createdAt),
    updated_at: formatTimestamp(evaluation.updatedAt),
  };
}
