import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import type { JsonObject } from '../../contract/fields.ts';
import type { Composed } from './failure-codes.ts';

/**
 * The body of `POST {uri}/generate`. Apps of the original read their inputs either beside the
 * parameters or under `inputs`, so the body has both; an input wins over a parameter of its name.
 */
export function composeAppCall(parameters: JsonObject, inputs: readonly ScenarioInput[]): Composed {
  const columns = inputs.map(({ input_name, input_value }) => [input_name, input_value] as const);
  // From entries: assigning to __proto__ would set the prototype instead of a column.
  const body = Object.fromEntries([
    ...Object.entries(parameters),
    ...columns,
    ['inputs', Object.fromEntries(columns)],
  ]);
  return { body: JSON.stringify(body) };
}
