import type { Operation } from '../context.ts';
import { scoresOf, scoreText } from '../evaluations/parts/present-scenario.ts';
import { getScoredScenario } from './parts/get-scored-scenario.ts';

export const fetchScenarioScore: Operation<'fetchScenarioScore'> = async (
  context,
  { parameters },
) => {
  const { evaluation, scenario, judgements } = await getScoredScenario(
    context,
    context.db,
    parameters.scenario_id,
  );
  context.gate.permit(evaluation.standing);
  const score = scoreText(evaluation, scoresOf(judgements));
  return { body: { scenario_id: scenario.id, score } };
};
