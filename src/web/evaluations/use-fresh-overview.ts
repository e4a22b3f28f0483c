import { useEffect } from 'react';
import type { EvaluationOverview } from '../../contract/evaluations/evaluation-overviews.ts';
import type { Progress } from '../../contract/results/evaluation-results.ts';
import { queryClient } from '../api.ts';
import { overviewQuery } from './evaluation-queries.ts';

/** Refetches the overview when the progress, which is fetched more often, has other counts. */
export function useFreshOverview(
  { id, progress: shown }: EvaluationOverview,
  progress: Progress | undefined,
): void {
  const { judgements, tasks_ready: ready } = progress ?? {};
  const isSame =
    shown !== null &&
    shown.judgements === judgements &&
    shown.tasks - shown.tasks_without_outputs === ready;
  useEffect(() => {
    if (judgements === undefined || ready === undefined || isSame) return;
    void queryClient.invalidateQueries(overviewQuery(id));
  }, [id, judgements, ready, isSame]);
}
