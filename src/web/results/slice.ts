import type { SliceResult } from '../../contract/results.ts';
import type { ScenarioInput } from '../../contract/scenarios.ts';

/** What a reader looks at: an input, and one group of its values. It stands in the address. */
export interface SliceChoice {
  readonly input?: string;
  /** Scenarios with this value. */
  readonly value?: string;
  /** Scenarios with any value that too few of them have to stand alone. */
  readonly others?: boolean;
}

export function sliceChoiceOf({ input, value, others }: Record<string, unknown>): SliceChoice {
  if (typeof input !== 'string') return {};
  if (typeof value === 'string') return { input, value };
  return others === true ? { input, others } : { input };
}

/** Whether the table shows some of the scenarios only. */
export function isNarrow({ value, others }: SliceChoice): boolean {
  return value !== undefined || others === true;
}

export function isInSlice(
  inputs: readonly ScenarioInput[],
  { input, value, others }: SliceChoice,
  slices: readonly SliceResult[],
): boolean {
  const own = inputs.find(({ input_name }) => input_name === input)?.input_value;
  if (value !== undefined) return own === value;
  if (others !== true) return true;
  return own !== undefined && !slices.some(({ pooled, label }) => !pooled && label === own);
}
