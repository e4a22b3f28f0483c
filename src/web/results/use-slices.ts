import { useQuery } from '@tanstack/react-query';
import { slicesQuery } from '../evaluations/evaluation-queries.ts';
import type { SliceChoice } from './slice.ts';

/** Results by the values of the chosen input. */
export function useSlices(evaluationId: string, { input }: SliceChoice) {
  const sliced = useQuery({
    ...slicesQuery(evaluationId, input ?? ''),
    enabled: input !== undefined,
  });
  return { ...sliced, slices: sliced.data?.statistics.slices ?? [] };
}
