import type { JsonValue } from '../../contract/fields.ts';
import { memberOf } from './json-shapes.ts';

/** The token counts that an answer states; null where missing or impossible. */
export interface Usage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

export function statedUsage(usage: JsonValue | undefined): Usage {
  return {
    promptTokens: statedCount(memberOf(usage, 'prompt_tokens')),
    completionTokens: statedCount(memberOf(usage, 'completion_tokens')),
  };
}

/** The largest integer that both engines' columns hold. */
const LARGEST_COUNT = 2 ** 31 - 1;

function statedCount(value: JsonValue | undefined): number | null {
  const isCount = typeof value === 'number' && Number.isInteger(value);
  return isCount && value >= 0 && value <= LARGEST_COUNT ? value : null;
}

/** Costs are stored in billionths, which must stay exact. */
const LARGEST_COST = 1_000_000;

export function statedCost(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= LARGEST_COST ? value : null;
}

/** Milliseconds of a duration stated in seconds. */
export function statedSecondsMs(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? statedCount(Math.round(value * 1000)) : null;
}
