import type { FailureCode } from './failure-codes.ts';
import type { Usage } from './stated-numbers.ts';

/** An app's or provider's answer as it was read, or why it cannot be. */
export type AnswerReading = ReadAnswer | { readonly fault: FailureCode };

export interface ReadAnswer extends Usage {
  readonly output: string;
  readonly cost: number | null;
  /** As the app or provider measured it; null where only the time of the whole call is known. */
  readonly latencyMs: number | null;
  readonly finishReason: string | null;
}
