import type { Column } from '../../../files/stream-csv.ts';
import { FIRST_BATCH, nextBatch } from '../../../storage/batch-size.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../../storage/evaluations/human-evaluations.ts';
import type { ScenarioPlaces } from '../../../storage/evaluations/scenario-places.ts';
import {
  listOutputs,
  listScenarios,
  type Scenario,
  type ScenarioOutput,
} from '../../../storage/evaluations/scenarios.ts';
import { listTallies, type ScenarioTally } from '../../../storage/judging/scenario-tallies.ts';
import { RowsGone } from '../../../storage/testsets/testset-rows.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';

export interface ExportedScenario {
  readonly scenario: Scenario;
  readonly outputs: readonly ScenarioOutput[];
  readonly tallies: readonly ScenarioTally[];
}

/**
 * All scenarios of an evaluation in order, in batches that are quick to read. Breaks off if the
 * evaluation is deleted meanwhile.
 */
export async function* exportedScenarios(
  { db, caller }: Context,
  { id: evaluationId, standing, scenarioCount }: HumanEvaluation,
): AsyncGenerator<readonly ExportedScenario[]> {
  const pace = new Pace();
  let limit = FIRST_BATCH;
  for (let position = 0; position < scenarioCount; ) {
    const length = Math.min(limit, scenarioCount - position);
    const positions = Array.from({ length }, (_, place) => position + place);
    const batch = await readBatch({ db }, standing.workspaceId, { evaluationId, positions });
    if (batch.length === 0) throw new RowsGone();
    yield batch;
    position += batch.length;
    limit = nextBatch(limit, { rows: batch.length, characters: charactersIn(batch) });
    await pace.keep();
  }
  await getHumanEvaluation(db, caller, { id: evaluationId, field: undefined });
}

async function readBatch(
  { db }: Pick<Context, 'db'>,
  workspaceId: string,
  places: ScenarioPlaces,
): Promise<readonly ExportedScenario[]> {
  const scenarios = await listScenarios(db, workspaceId, places);
  // Read in this order, a judgement never lacks its outputs.
  const tallies = await listTallies(db, workspaceId, places);
  const outputs = await listOutputs(db, workspaceId, places);
  const outputsOf = Map.groupBy(outputs, ({ scenarioId }) => scenarioId);
  const talliesOf = Map.groupBy(tallies, ({ scenarioId }) => scenarioId);
  return scenarios.map((scenario) => ({
    scenario,
    outputs: outputsOf.get(scenario.id) ?? [],
    tallies: talliesOf.get(scenario.id) ?? [],
  }));
}

function charactersIn(batch: readonly ExportedScenario[]): number {
  let sum = 0;
  for (const { scenario, outputs } of batch) {
    sum += scenario.correctAnswer.length;
    for (const { input_value } of scenario.inputs) sum += input_value.length;
    for (const { output } of outputs) sum += output.length;
  }
  return sum;
}

/** Everything about a scenario, as one line of JSON. */
export function scenarioLine(
  { id, type, variants }: HumanEvaluation,
  exported: ExportedScenario,
): object {
  const { scenario, outputs } = exported;
  return {
    evaluation_id: id,
    scenario_id: scenario.id,
    position: scenario.position,
    inputs: scenario.inputs,
    correct_answer: scenario.correctAnswer,
    is_pinned: scenario.isPinned,
    outputs: outputs.map(({ variant, output }) => ({
      variant_id: variants[variant]?.id,
      variant_name: variants[variant]?.name,
      variant_output: output,
    })),
    judgements: count(exported),
    ...(type === 'human_a_b_testing'
      ? { ties: count(exported, isTie), both_bad: count(exported, isBothBad) }
      : {}),
    per_variant: variants.map((variant, place) => ({
      variant_id: variant.id,
      variant_name: variant.name,
      judgements: count(exported, isFor(place)),
    })),
  };
}

type ScenarioColumn = Column<ExportedScenario>;

export function scenarioColumns(evaluation: HumanEvaluation): readonly ScenarioColumn[] {
  const { inputs, type, variants } = evaluation;
  const isComparison = type === 'human_a_b_testing';
  const outcomes: readonly ScenarioColumn[] = [
    { name: 'ties', value: (row) => count(row, isTie) },
    { name: 'both_bad', value: (row) => count(row, isBothBad) },
  ];
  return [
    { name: 'evaluation_id', value: () => evaluation.id },
    { name: 'scenario_id', value: ({ scenario }) => scenario.id },
    { name: 'position', value: ({ scenario }) => scenario.position },
    ...inputs.map((name) => ({
      name: `input: ${name}`,
      value: ({ scenario }: ExportedScenario) =>
        scenario.inputs.find(({ input_name }) => input_name === name)?.input_value,
    })),
    { name: 'other_inputs', value: ({ scenario }) => otherInputs(scenario, inputs) },
    { name: 'correct_answer', value: ({ scenario }) => scenario.correctAnswer },
    { name: 'is_pinned', value: ({ scenario }) => scenario.isPinned },
    ...variants.map(({ name }, place) => ({
      name: `output: ${name}`,
      value: ({ outputs }: ExportedScenario) =>
        outputs.find(({ variant }) => variant === place)?.output,
    })),
    { name: 'judgements', value: (row) => count(row) },
    ...variants.map(({ name }, place) => ({
      name: `${isComparison ? 'wins' : 'scores'}: ${name}`,
      value: (row: ExportedScenario) => count(row, isFor(place)),
    })),
    ...(isComparison ? outcomes : []),
  ];
}

/** Inputs that an editor added under other names. */
function otherInputs(scenario: Scenario, names: readonly string[]) {
  const others = scenario.inputs.filter(({ input_name }) => !names.includes(input_name));
  if (others.length === 0) return null;
  return Object.fromEntries(others.map(({ input_name, input_value }) => [input_name, input_value]));
}

function count(
  { tallies }: ExportedScenario,
  isCounted: (tally: ScenarioTally) => boolean = () => true,
): number {
  return tallies.filter(isCounted).reduce((sum, tally) => sum + tally.count, 0);
}

function isTie({ outcome }: ScenarioTally): boolean {
  return outcome === 'tie';
}

function isBothBad({ outcome }: ScenarioTally): boolean {
  return outcome === 'both_bad';
}

/** Judgements for a variant: it was the better one, or its output was scored. */
function isFor(place: number): (tally: ScenarioTally) => boolean {
  return ({ winner, scored }) => winner === place || scored === place;
}
