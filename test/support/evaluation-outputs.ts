import type { Client } from '../../src/client/client.ts';
import type { HumanEvaluationScenario } from '../../src/contract/evaluations/scenarios.ts';
import type { MadeEvaluation } from './evaluations.ts';

/** The text of a variant in the scenario at this position. */
type OutputOf = (position: number, variant: number) => string;

const NUMBERED: OutputOf = (position, variant) => `output ${variant} of ${position}`;

/** Gives every scenario an output of every variant; returns the scenarios in order. */
export async function fillOutputs(
  client: Client,
  made: MadeEvaluation,
  outputOf = NUMBERED,
): Promise<readonly HumanEvaluationScenario[]> {
  const parameters = { evaluation_id: made.evaluation_id };
  const scenarios = await client.listEvaluationScenarios({ parameters });
  // Importing a file costs as much as changing two scenarios, whatever its size.
  if (scenarios.length < 2) await changeEach(client, made, { scenarios, outputOf });
  else await importAll(client, made, { scenarios, outputOf });
  return scenarios;
}

/** Does the same with a request per scenario, for tests of what happens meanwhile. */
export async function writeOutputs(
  client: Client,
  made: MadeEvaluation,
  outputOf = NUMBERED,
): Promise<void> {
  const parameters = { evaluation_id: made.evaluation_id };
  const scenarios = await client.listEvaluationScenarios({ parameters });
  await changeEach(client, made, { scenarios, outputOf });
}

interface Texts {
  readonly scenarios: readonly HumanEvaluationScenario[];
  readonly outputOf: OutputOf;
}

const AT_ONCE = 16;

async function changeEach(
  client: Client,
  { evaluation_id, evaluation_type, variants }: MadeEvaluation,
  { scenarios, outputOf }: Texts,
): Promise<void> {
  const waiting = scenarios.values();
  const work = async () => {
    for (const { id, position } of waiting) {
      await client.updateEvaluationScenario({
        parameters: { evaluation_id, scenario_id: id, evaluation_type },
        body: {
          outputs: variants.map(({ id }, variant) => ({
            variant_id: id,
            variant_output: outputOf(position, variant),
          })),
        },
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function importAll(
  client: Client,
  { evaluation_id, variants }: MadeEvaluation,
  { scenarios, outputOf }: Texts,
): Promise<void> {
  const rows = scenarios.map(({ position }) =>
    Object.fromEntries(variants.map(({ id }, variant) => [id, outputOf(position, variant)])),
  );
  const file = new File([JSON.stringify(rows)], 'outputs.json');
  await client.importOutputs({ parameters: { evaluation_id }, body: { file } });
}
