import { queryOptions } from '@tanstack/react-query';
import type { Output } from '../../contract/api.ts';
import { client } from '../api.ts';

export type Brief = Output<'fetchBrief'>;

/** Guidelines may change while people judge, so they are asked for again now and then. */
export const briefQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: ['brief', evaluationId],
    queryFn: () => client.fetchBrief({ parameters: { evaluation_id: evaluationId } }),
    staleTime: 60_000,
  });
