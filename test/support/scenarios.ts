import type { CallInput, Client } from '../../src/client/client.ts';
import type { MadeEvaluation } from './evaluations.ts';

export type ScenarioUpdate = NonNullable<CallInput<'updateEvaluationScenario'>['body']>;

/** A scenario, by default the first, and a client that sees it. */
export interface ScenarioPlace {
  readonly client: Client;
  readonly made: MadeEvaluation;
  readonly position?: number;
}

/** A scenario as the client sees it. */
export async function scenarioAt({ client, made, position = 0 }: ScenarioPlace) {
  const scenarios = await client.listEvaluationScenarios({ parameters: made });
  const scenario = scenarios[position];
  if (scenario === undefined) throw new Error(`There is no scenario ${position}.`);
  return scenario;
}

export async function updateScenario(
  place: ScenarioPlace,
  body: ScenarioUpdate,
): ReturnType<Client['reply']['updateEvaluationScenario']> {
  const { id } = await scenarioAt(place);
  const parameters = { ...place.made, scenario_id: id };
  return place.client.reply.updateEvaluationScenario({ parameters, body });
}
