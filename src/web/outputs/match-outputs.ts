import type { HumanEvaluationScenario } from '../../contract/evaluations/scenarios.ts';
import { strings } from '../strings.ts';
import { cellText, type GridTable } from '../testsets/grid-table.ts';

/** The column of each variant's outputs; empty for variants whose outputs are not imported. */
export type OutputColumns = Readonly<Record<string, string>>;

/** A row of a file to import: the scenario, and outputs by the ids of their variants. */
export interface OutputRow {
  readonly scenario_id: string;
  readonly [variantId: string]: string;
}

type Scenario = Pick<HumanEvaluationScenario, 'id' | 'inputs' | 'position'>;

/**
 * Finds the scenario of each row: by its inputs if the table has all of their columns, else by
 * position. Throws an error with a sentence if a row has no scenario.
 */
export function matchOutputs(
  table: GridTable,
  scenarios: readonly Scenario[],
  columns: OutputColumns,
): readonly OutputRow[] {
  const names = scenarios[0]?.inputs.map(({ input_name }) => input_name) ?? [];
  const isByInputs = names.length > 0 && names.every((name) => table.columns.includes(name));
  const texts = strings.evaluations.imports;
  if (!isByInputs && table.rows.length !== scenarios.length) {
    throw new Error(texts.otherLength(table.rows.length, scenarios.length));
  }
  const mapped = Object.entries(columns).filter(([, column]) => column !== '');
  const unmatched = groupByInputs(scenarios);
  return table.rows.map((row, index) => {
    const key = keyOf(names.map((name) => cellText(row[name])));
    // Rows with the same inputs are in the order of the test set.
    const scenario = isByInputs ? unmatched.get(key)?.shift() : scenarios[index];
    if (scenario === undefined) throw new Error(texts.noScenario(index + 1));
    const outputs = mapped.map(([variantId, column]) => [variantId, cellText(row[column])]);
    return { ...Object.fromEntries(outputs), scenario_id: scenario.id };
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
