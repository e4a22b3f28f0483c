import { type PreferencePair, preferencePairs } from '../../../domain/judging/preference-pairs.ts';
import type { Column } from '../../../files/stream-csv.ts';
import { FIRST_BATCH } from '../../../storage/batch-size.ts';
import {
  getHumanEvaluation,
  type HumanEvaluation,
} from '../../../storage/evaluations/human-evaluations.ts';
import {
  listOutputs,
  listScenarios,
  type Scenario,
} from '../../../storage/evaluations/scenarios.ts';
import { listPairTallies } from '../../../storage/judging/pair-tallies.ts';
import { RowsGone } from '../../../storage/testsets/testset-rows.ts';
import type { Context } from '../../context.ts';
import { Pace } from '../../pace.ts';

/** A pair of outputs with the one that annotators prefer. */
export interface ExportedPreference extends PreferencePair {
  readonly scenario: Scenario;
  readonly outputs: { readonly chosen: string; readonly rejected: string };
}

/**
 * Pairs of all scenarios in order, if both outputs exist. Breaks off if the evaluation is deleted
 * meanwhile.
 */
export async function* exportedPreferences(
  { db, caller }: Context,
  { id: evaluationId, standing, scenarioCount, variants }: HumanEvaluation,
  ties: 'omit' | 'keep',
): AsyncGenerator<readonly ExportedPreference[]> {
  const { workspaceId } = standing;
  const pace = new Pace();
  for (let start = 0; start < scenarioCount; start += FIRST_BATCH) {
    const length = Math.min(FIRST_BATCH, scenarioCount - start);
    const positions = Array.from({ length }, (_, place) => start + place);
    const places = { evaluationId, positions };
    const scenarios = await listScenarios(db, workspaceId, places);
    if (scenarios.length === 0) throw new RowsGone();
    // Read in this order, a judgement never lacks its outputs.
    const tallies = await listPairTallies(db, workspaceId, places);
    const outputs = await listOutputs(db, workspaceId, places);
    const outputsOf = Map.groupBy(outputs, ({ scenarioId }) => scenarioId);
    const talliesOf = Map.groupBy(tallies, ({ scenarioId }) => scenarioId);
    yield scenarios.flatMap((scenario) => {
      const own = outputsOf.get(scenario.id) ?? [];
      const outputOf = (place: number) => own.find(({ variant }) => variant === place)?.output;
      return preferencePairs(talliesOf.get(scenario.id) ?? [], variants.length).flatMap((pair) => {
        const chosen = outputOf(pair.chosen);
        const rejected = outputOf(pair.rejected);
        if (chosen === undefined || rejected === undefined) return [];
        return pair.isTie && ties === 'omit'
          ? []
          : [{ ...pair, scenario, outputs: { chosen, rejected } }];
      });
    });
    await pace.keep();
  }
  await getHumanEvaluation(db, caller, { id: evaluationId, field: undefined });
}

/** As training tools read them: prompt, chosen, rejected; then where they come from. */
export function preferenceLine(evaluation: HumanEvaluation, exported: ExportedPreference): object {
  return Object.fromEntries(
    preferenceColumns(evaluation).map(({ name, value }) => [name, value(exported)]),
  );
}

type PreferenceColumn = Column<ExportedPreference>;

export function preferenceColumns({ id, variants }: HumanEvaluation): readonly PreferenceColumn[] {
  return [
    { name: 'prompt', value: ({ scenario }) => promptOf(scenario) },
    { name: 'chosen', value: ({ outputs }) => outputs.chosen },
    { name: 'rejected', value: ({ outputs }) => outputs.rejected },
    { name: 'tie', value: ({ isTie }) => isTie },
    { name: 'votes_chosen', value: ({ votesChosen }) => votesChosen },
    { name: 'votes_rejected', value: ({ votesRejected }) => votesRejected },
    { name: 'ties', value: ({ ties }) => ties },
    { name: 'chosen_variant', value: ({ chosen }) => variants[chosen]?.name },
    { name: 'rejected_variant', value: ({ rejected }) => variants[rejected]?.name },
    { name: 'evaluation_id', value: () => id },
    { name: 'scenario_id', value: ({ scenario }) => scenario.id },
    { name: 'position', value: ({ scenario }) => scenario.position },
  ];
}

/** A single input as it is; several with their names. */
function promptOf({ inputs }: Scenario): string {
  const [first, ...more] = inputs;
  if (first !== undefined && more.length === 0) return first.input_value;
  return inputs.map(({ input_name, input_value }) => `${input_name}: ${input_value}`).join('\n');
}
