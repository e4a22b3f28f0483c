import { referenceInPath } from '../../domain/ids.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { Operation } from '../context.ts';
import { bodyEtag } from '../preconditions.ts';

export const fetchCriteria: Operation<'fetchCriteria'> = async (context, { parameters }) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  const body = [...evaluation.settings.criteria];
  return { body, etag: bodyEtag(body) };
};
