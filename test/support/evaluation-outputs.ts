import type { Client } from '../../src/client/client.ts';
import type { HumanEvaluationScenario } from '../../src/contract/scenarios.ts';
import type { MadeEvaluation } from './evaluations.ts';

/** Writes an output of every variant into every scenario; returns the scenarios in order. */
export async function writeOutputs(
  client: Client,
  { evaluation_id, evaluation_type, variants }: MadeEvaluation,
  outputOf = (position: number, variant: number) => `output ${variant} of row ${position}`,
): Promise<readonly HumanEvaluationScenario[]> {
  const scenarios = await client.listEvaluationScenarios({ parameters: { evaluation_id } });
  for (const { id, position } of scenarios) {
    await client.updateEvaluationScenario({
      parameters: { evaluation_id, scenario_id: id, evaluation_type },
      body: {
        outputs: variants.map((variant, place) => ({
          variant_id: variant.id,
          variant_output: outputOf(position, place),
        })),
      },
    });
  }
  return scenarios;
}

/** The next tasks of an annotator. */
export async function takeTasks(
  client: Client,
  { evaluation_id }: Pick<MadeEvaluation, 'evaluation_id'>,
  count = 1,
) {
  const taken = await client.takeAssignments({ parameters: { evaluation_id }, body: { count } });
  return taken.assignments;
}
