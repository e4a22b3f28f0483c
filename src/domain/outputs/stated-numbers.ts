import type { JsonValue } from '../../contract/fields.ts';
import { memberOf } from './json-shapes.ts';

/** What an answer tells about itself; null where it tells nothing that could be true. */
export interface Usage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

export function statedUsage(usage: JsonValue | undefined): Usage {
  return {
    promptTokens: toldCount(memberOf(usage, 'prompt_tokens')),
    completionTokens: toldCount(memberOf(usage, 'completion_tokens')),
  };
}

/** What the columns of both engines hold. */
const LARGEST_COUNT = 2 ** 31 - 1;

function toldCount(value: JsonValue | undefined): number | null {
  const isCount = typeof value === 'number' && Number.isInteger(value);
  return isCount && value >= 0 && value <= LARGEST_COUNT ? value : null;
}

/** Costs are kept in billionths, and must stay exact as such. */
const LARGEST_COST = 1_000_000;

export function statedCost(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= LARGEST_COST ? value : null;
}

/** Milliseconds of a duration stated in seconds. */
export function statedSecondsMs(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? toldCount(Math.round(value * 1000)) : null;
}
