export const STEPS = ['variants', 'outputs', 'rules', 'annotators'] as const;

export type Step = (typeof STEPS)[number];

export interface NewEvaluationSearch {
  /** The evaluation that the new one is a copy of. */
  readonly from?: string;
  /** The first one if left out. */
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
