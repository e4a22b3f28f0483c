import { useInfiniteQuery } from '@tanstack/react-query';
import { withTopNotice } from '../top-notice.ts';
import { failedCellsQuery } from './evaluation-queries.ts';

type ErrorOf = (scenarioId: string, variantId: string) => string | undefined;

/** Looks up why an output failed, among the pages read so far. */
export function useCellErrors(evaluationId: string, hasFailures: boolean): ErrorOf {
  const { data } = useInfiniteQuery(
    withTopNotice({ ...failedCellsQuery(evaluationId), enabled: hasFailures }),
  );
  const errors = new Map(
    (data?.items ?? []).map(({ scenario_id, variant_id, error }) => [
      `${scenario_id} ${variant_id}`,
      error?.message,
    ]),
  );
  return (scenarioId, variantId) => errors.get(`${scenarioId} ${variantId}`);
}
