import { referenceInPath } from '../../domain/ids.ts';
import { formatTimestamp } from '../../domain/timestamps.ts';
import { listGuidelines as list } from '../../storage/evaluations/evaluation-guidelines.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { Operation } from '../context.ts';

export const listGuidelines: Operation<'listGuidelines'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const { id, standing } = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(standing);
  const versions = await list(context.db, standing.workspaceId, id);
  const body = versions.map(({ version, guidelines, createdBy, createdAt }) => ({
    version,
    guidelines,
    created_by: createdBy,
    created_at: formatTimestamp(createdAt),
  }));
  return { body };
};
