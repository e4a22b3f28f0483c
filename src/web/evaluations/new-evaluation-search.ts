export const STEPS = ['variants', 'outputs', 'rules', 'annotators'] as const;

export type Step = (typeof STEPS)[number];

export interface NewEvaluationSearch {
  /** The evaluation to copy. */
  readonly from?: string;
  /** The first step if absent. */
  readonly step?: Step;
}

export function newEvaluationSearchOf(search: Record<string, unknown>): NewEvaluationSearch {
  const { from } = search;
  const step = STEPS.find((one) => one === search['step']);
  return {
    ...(typeof from === 'string' ? { from } : {}),
    ...(step === undefined || step === STEPS[0] ? {} : { step }),
  };
}
