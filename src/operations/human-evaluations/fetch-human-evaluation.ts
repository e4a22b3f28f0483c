import { referenceInPath } from '../../domain/ids.ts';
import { getHumanEvaluation } from '../../storage/human-evaluations.ts';
import type { Operation } from '../context.ts';
import { bodyEtag } from '../preconditions.ts';
import { presentHumanEvaluation } from './present-human-evaluation.ts';

export const fetchHumanEvaluation: Operation<'fetchHumanEvaluation'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  const body = presentHumanEvaluation(evaluation);
  return { body, etag: bodyEtag(body) };
};
