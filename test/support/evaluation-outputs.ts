import type { Client } from '../../src/client/client.ts';
import type { HumanEvaluationScenario } from '../../src/contract/evaluations/scenarios.ts';
import type { MadeEvaluation } from './evaluations.ts';

const AT_ONCE = 16;

/** Writes an output of every variant into every scenario; returns the scenarios in order. */
export async function fillOutputs(
  client: Client,
  { evaluation_id, evaluation_type, variants }: MadeEvaluation,
  outputOf: (position: number, variant: number) => string = (position, variant) =>
    `output ${variant} of ${position}`,
): Promise<readonly HumanEvaluationScenario[]> {
  const scenarios = await client.listEvaluationScenarios({ parameters: { evaluation_id } });
  const fill = async (start: number) => {
    for (let index = start; index < scenarios.length; index += AT_ONCE) {
      const scenario = scenarios[index];
      if (scenario === undefined) return;
      await client.updateEvaluationScenario({
        parameters: { evaluation_id, scenario_id: scenario.id, evaluation_type },
        body: {
          outputs: variants.map(({ id }, variant) => ({
            variant_id: id,
            variant_output: outputOf(scenario.position, variant),
          })),
        },
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, start) => fill(start)));
  return scenarios;
}
