import type { ResultStatistics, SliceResult } from '../../contract/results/results.ts';
import { methodsOf } from './methods-of.ts';
import { resultWarnings } from './present-estimate.ts';

/** The results of a study with slices that were requested later. */
export function withSlices(
  statistics: ResultStatistics,
  slices: readonly SliceResult[],
): ResultStatistics {
  const { computation, warnings } = statistics;
  const methods = methodsOf([...slices, ...computation.methods.map((method) => ({ method }))]);
  return {
    ...statistics,
    slices: [...slices],
    computation: { ...computation, methods },
    warnings: resultWarnings(warnings, ['slices_unplanned']),
  };
}
