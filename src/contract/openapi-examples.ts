/** A recorded call of an operation: see `scripts/record-examples.ts`. */
export interface Example {
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response?: unknown;
}

/** By operationId. */
export type Examples = Readonly<Record<string, Example>>;
