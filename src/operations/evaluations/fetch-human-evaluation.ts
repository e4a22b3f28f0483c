import { referenceInPath } from '../../domain/ids.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { JsonOperation } from '../context.ts';
import { textEtag } from '../preconditions.ts';
import { presentHumanEvaluation } from './parts/present-human-evaluation.ts';

export const fetchHumanEvaluation: JsonOperation<'fetchHumanEvaluation'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  const json = JSON.stringify(presentHumanEvaluation(evaluation));
  return { json, etag: textEtag(json) };
};
