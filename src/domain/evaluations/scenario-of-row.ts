import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import type { JsonObject } from '../../contract/fields.ts';
import { cellOf, textOf } from '../testsets/row-texts.ts';
import type { StoredSettings } from './evaluation-settings.ts';
import { expectedColumnOf } from './expected-column.ts';

/** The texts of one row of a test set, as an evaluation keeps them. */
export interface ScenarioTexts {
  readonly inputs: readonly ScenarioInput[];
  readonly correctAnswer: string;
  /** Inputs for which the row has no column. */
  readonly missing: readonly string[];
}

/** The columns that an evaluation takes from a row. */
export interface TakenColumns {
  readonly inputs: readonly string[];
  readonly settings: Pick<StoredSettings, 'expectedColumn'>;
}

export function scenarioOfRow(row: JsonObject, { inputs, settings }: TakenColumns): ScenarioTexts {
  const expected = expectedColumnOf(settings);
  return {
    inputs: inputs.map((name) => ({ input_name: name, input_value: textOf(cellOf(row, name)) })),
    correctAnswer: expected === null ? '' : textOf(cellOf(row, expected)),
    missing: inputs.filter((name) => !Object.hasOwn(row, name)),
  };
}
