import { useInfiniteQuery } from '@tanstack/react-query';
import { toldByPage } from '../told-by-page.ts';
import { failedCellsQuery } from './evaluation-queries.ts';

type ErrorOf = (scenarioId: string, variantId: string) => string | undefined;

/** Why an output failed, for those that were read so far. */
export function useCellErrors(evaluationId: string, hasFailures: boolean): ErrorOf {
  const { data } = useInfiniteQuery(
    toldByPage({ ...failedCellsQuery(evaluationId), enabled: hasFailures }),
  );
  const errors = new Map(
    (data?.items ?? []).map(({ scenario_id, variant_id, error }) => [
      `${scenario_id} ${variant_id}`,
      error?.message,
    ]),
  );
  return (scenarioId, variantId) => errors.get(`${scenarioId} ${variantId}`);
}
