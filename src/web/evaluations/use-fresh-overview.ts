import { useEffect } from 'react';
import { queryClient } from '../api.ts';
import { overviewQuery } from './evaluation-queries.ts';

/** Reads the overview again when what it rests on has changed while the page is open. */
export function useFreshOverview(
  evaluationId: string,
  basis: readonly (number | undefined)[],
): void {
  const text = basis.join(' ');
  useEffect(() => {
    void queryClient.invalidateQueries(overviewQuery(evaluationId));
  }, [evaluationId, text]);
}
