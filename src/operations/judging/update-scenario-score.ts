import type { Operation } from '../context.ts';
import { changeScenario } from './parts/change-scenario.ts';
import { getScoredScenario } from './parts/get-scored-scenario.ts';

export const updateScenarioScore: Operation<'updateScenarioScore'> = async (
  context,
  { parameters, body },
) => {
  let evaluationId = '';
  const reply = await context.transaction(async (tx) => {
    const loaded = await getScoredScenario(context, tx, parameters.scenario_id);
    context.gate.permit(loaded.evaluation.standing);
    evaluationId = loaded.evaluation.id;
    await changeScenario(context, tx, { loaded, sent: { score: body.score } });
    return { body: null };
  });
  context.announce(evaluationId);
  return reply;
};
