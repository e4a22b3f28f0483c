/** The reader's slice: an input, and one group of its values. */
export interface SliceChoice {
  readonly input?: string;
  /** Scenarios with this value. */
  readonly value?: string;
  /** Scenarios whose values are too rare for their own group. */
  readonly others?: boolean;
}

export function sliceChoiceOf({ input, value, others }: Record<string, unknown>): SliceChoice {
  if (typeof input !== 'string') return {};
  if (typeof value === 'string') return { input, value };
  return others === true ? { input, others } : { input };
}

/** Whether the table shows only one group of scenarios. */
export function isNarrow({ value, others }: SliceChoice): boolean {
  return value !== undefined || others === true;
}
