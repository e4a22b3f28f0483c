import { referenceInPath } from '../../../domain/ids.ts';
import { notFound } from '../../../storage/callers.ts';
import type { Queryable } from '../../../storage/database.ts';
import { getHumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { findEvaluationOfScenario } from '../../../storage/evaluations/scenarios.ts';
import type { Context } from '../../context.ts';
import { type LoadedScenario, loadScenario } from '../../evaluations/parts/load-scenario.ts';

/** A scenario by its id alone; only scoring evaluations have scores. */
export async function getScoredScenario(
  context: Context,
  db: Queryable,
  scenarioId: string,
): Promise<LoadedScenario> {
  const reference = referenceInPath(scenarioId);
  const evaluationId = await findEvaluationOfScenario(db, context.caller, reference);
  if (evaluationId === undefined) throw notFound('scenario', reference);
  const evaluation = await getHumanEvaluation(db, context.caller, {
    id: evaluationId,
    field: undefined,
  });
  if (evaluation.type !== 'single_model_test') throw notFound('scenario', reference);
  return loadScenario(context, db, { evaluation, reference });
}
