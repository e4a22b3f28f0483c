import type { ResultStatistics } from '../../../contract/results/results.ts';

/** Results for callers who may not edit the evaluation, without figures on single annotators. */
export function withoutPeople(statistics: ResultStatistics): ResultStatistics {
  const { computation } = statistics;
  const exclusions = { ...computation.exclusions, annotators: [], rule_annotators: [] };
  return {
    ...statistics,
    computation: { ...computation, exclusions },
    agreement: statistics.agreement.map((panel) => ({ ...panel, annotator_pairs: [] })),
    bias: { ...statistics.bias, annotators: [] },
  };
}
