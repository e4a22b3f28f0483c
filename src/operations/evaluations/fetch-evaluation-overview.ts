import { referenceInPath } from '../../domain/ids.ts';
import { notFound } from '../../storage/callers.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import { listOverviewCounts } from '../../storage/evaluations/overview-counts.ts';
import type { Operation } from '../context.ts';
import { presentOverview } from './parts/present-overview.ts';

export const fetchEvaluationOverview: Operation<'fetchEvaluationOverview'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  const { id, standing } = evaluation;
  const counts = (await listOverviewCounts(context.db, standing.workspaceId, [id])).get(id);
  if (counts === undefined) throw notFound('evaluation', reference);
  return { body: presentOverview(evaluation, counts) };
};
