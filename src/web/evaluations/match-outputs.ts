import type { HumanEvaluationScenario } from '../../contract/scenarios.ts';
import { strings } from '../strings.ts';
import { cellText, type GridTable } from '../testsets/grid-table.ts';

/** Which column holds the outputs of which variant. */
export type OutputColumns = Readonly<Record<string, string>>;

export interface OutputWrite {
  readonly scenarioId: string;
  readonly outputs: { readonly variant_id: string; readonly variant_output: string }[];
}

type Scenario = Pick<HumanEvaluationScenario, 'id' | 'inputs' | 'position'>;

/**
 * Finds the scenario of each row: by its inputs where the table has all of their columns, else by
 * its place. Throws a sentence where a row belongs to none.
 */
export function matchOutputs(
  table: GridTable,
  scenarios: readonly Scenario[],
  columns: OutputColumns,
): readonly OutputWrite[] {
  const names = scenarios[0]?.inputs.map(({ input_name }) => input_name) ?? [];
  const isByInputs = names.length > 0 && names.every((name) => table.columns.includes(name));
  const texts = strings.evaluations.imports;
  if (!isByInputs && table.rows.length !== scenarios.length) {
    throw new Error(texts.otherLength(table.rows.length, scenarios.length));
  }
  const waiting = groupByInputs(scenarios);
  return table.rows.map((row, index) => {
    const key = keyOf(names.map((name) => cellText(row[name])));
    // Rows with the same inputs stand in the order of the test set.
    const scenario = isByInputs ? waiting.get(key)?.shift() : scenarios[index];
    if (scenario === undefined) throw new Error(texts.noScenario(index + 1));
    return {
      scenarioId: scenario.id,
      outputs: Object.entries(columns).map(([variant_id, column]) => ({
        variant_id,
        variant_output: cellText(row[column]),
      })),
    };
  });
}

function groupByInputs(scenarios: readonly Scenario[]): Map<string, Scenario[]> {
  const groups = new Map<string, Scenario[]>();
  for (const scenario of scenarios) {
    const key = keyOf(scenario.inputs.map(({ input_value }) => input_value));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [scenario]);
    else group.push(scenario);
  }
  return groups;
}

function keyOf(values: readonly string[]): string {
  return JSON.stringify(values);
}
