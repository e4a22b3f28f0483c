import type { Operation } from '../context.ts';
import { getScoredScenario } from './get-scored-scenario.ts';
import { scoresOf, scoreText } from './present-scenario.ts';

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
