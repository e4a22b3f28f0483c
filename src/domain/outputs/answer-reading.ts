import type { FailureCode } from './failure-codes.ts';
import type { Usage } from './stated-numbers.ts';

/** What was understood of an answer. */
export type AnswerReading = ReadAnswer | { readonly fault: FailureCode };

export interface ReadAnswer extends Usage {
  readonly output: string;
  readonly cost: number | null;
  /** As the other side measured it; null where only the time of the whole call is known. */
  readonly latencyMs: number | null;
  readonly finishReason: string | null;
}
