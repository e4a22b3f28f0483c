import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';

/** Inputs as they are stored. Statements search for a value in this exact text. */
export function inputsText(inputs: readonly ScenarioInput[]): string {
  return JSON.stringify(inputs.map(({ input_name, input_value }) => ({ input_name, input_value })));
}

/** What precedes the value of an input in that text. */
export function beforeValue(input: string): string {
  return `{"input_name":${JSON.stringify(input)},"input_value":`;
}
