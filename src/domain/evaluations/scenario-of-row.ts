import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import type { JsonObject } from '../../contract/fields.ts';
import { cellOf, textOf } from '../testsets/row-texts.ts';

/** The texts of one row of a test set, as an evaluation keeps them. */
export interface ScenarioTexts {
  readonly inputs: readonly ScenarioInput[];
  readonly correctAnswer: string;
  /** Inputs for which the row has no column. */
  readonly missing: readonly string[];
}

export function scenarioOfRow(row: JsonObject, inputs: readonly string[]): ScenarioTexts {
  return {
    inputs: inputs.map((name) => ({ input_name: name, input_value: textOf(cellOf(row, name)) })),
    correctAnswer: textOf(cellOf(row, 'correct_answer')),
    missing: inputs.filter((name) => !Object.hasOwn(row, name)),
  };
}
