import { referenceInPath } from '../../domain/ids.ts';
import { notFound } from '../../storage/callers.ts';
import { getHumanEvaluation } from '../../storage/evaluations/human-evaluations.ts';
import type { Operation } from '../context.ts';
import { loadScenario } from '../evaluations/parts/load-scenario.ts';
import { changeScenario } from './parts/change-scenario.ts';

/** Updates votes, scores, notes and texts of one scenario; fields that are not sent stay. */
export const updateEvaluationScenario: Operation<'updateEvaluationScenario'> = async (
  context,
  { parameters, body },
) => {
  const evaluationReference = referenceInPath(parameters.evaluation_id);
  const reference = referenceInPath(parameters.scenario_id);
  const reply = await context.transaction(async (tx) => {
    const evaluation = await getHumanEvaluation(tx, context.caller, evaluationReference);
    if (evaluation.type !== parameters.evaluation_type) throw notFound('scenario', reference);
    const loaded = await loadScenario(context, tx, { evaluation, reference });
    context.gate.permit(evaluation.standing);
    await changeScenario(context, tx, { loaded, sent: body });
    return { body: null };
  });
  if (evaluationReference.id !== undefined) context.announce(evaluationReference.id);
  return reply;
};
