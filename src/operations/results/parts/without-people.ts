import type { ResultStatistics } from '../../../contract/results/results.ts';

/** Results for those who may not edit the evaluation: how single annotators judge is for leads. */
export function withoutPeople(statistics: ResultStatistics): ResultStatistics {
  return {
    ...statistics,
    agreement: statistics.agreement.map((panel) => ({ ...panel, annotator_pairs: [] })),
    bias: { ...statistics.bias, annotators: [] },
  };
}
