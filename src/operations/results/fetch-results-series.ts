import { referenceInPath } from '../../domain/ids.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { Operation } from '../context.ts';
import { isBlindFor } from '../evaluations/parts/blindness.ts';
import { findStudy } from './parts/find-study.ts';

/** Empty for annotators who judge the evaluation blind, until it is closed. */
export const fetchResultsSeries: Operation<'fetchResultsSeries'> = async (
  context,
  { parameters },
) => {
  const reference = referenceInPath(parameters.evaluation_id);
  const evaluation = await getHumanEvaluation(context.db, context.caller, reference);
  context.gate.permit(evaluation.standing);
  if (isBlindFor(evaluation)) return { body: {} };
  const { study } = await findStudy(context.db, evaluation);
  return { body: await context.results.series(study) };
};
