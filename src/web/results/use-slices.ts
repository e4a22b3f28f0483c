import { useQuery } from '@tanstack/react-query';
import { slicesQuery } from '../evaluations/evaluation-queries.ts';
import type { SliceChoice } from './slice.ts';

/** Results by the values of the chosen input. */
export function useSlices(evaluationId: string, { input }: SliceChoice) {
  const results = useQuery({
    ...slicesQuery(evaluationId, input ?? ''),
    enabled: input !== undefined,
  });
  return { ...results, slices: results.data?.statistics.slices ?? [] };
}
