import { queryOptions } from '@tanstack/react-query';
import type { Output } from '../../contract/api.ts';
import { client, clientOf } from '../api.ts';

export type Brief = Output<'fetchBrief'>;

/** Guidelines may change while annotators judge, so the page reads them again now and then. */
export const briefQuery = (evaluationId: string, annotatorId?: string) =>
  queryOptions({
    queryKey: ['brief', evaluationId, annotatorId ?? null],
    queryFn: () => fetchBrief(evaluationId, annotatorId),
    staleTime: 60_000,
  });

/**
 * The annotator of this page, with their brief: the guest named in the address, else the signed-in
 * member. Read once, because a page belongs to the annotator who opened it.
 */
export const entryQuery = (evaluationId: string, annotatorId: string | undefined) =>
  queryOptions({
    queryKey: ['entry', evaluationId, annotatorId ?? null],
    queryFn: async () => {
      const brief = await fetchBrief(evaluationId, annotatorId);
      return { brief, annotator: await clientOf(brief.annotator_id).fetchProfile() };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

function fetchBrief(evaluationId: string, annotatorId: string | undefined): Promise<Brief> {
  const speaker = annotatorId === undefined ? client : clientOf(annotatorId);
  return speaker.fetchBrief({ parameters: { evaluation_id: evaluationId } });
}
