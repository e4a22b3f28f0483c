import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../client/api-error.ts';
import { client, versioned } from '../api.ts';
import { nextCursor } from '../next-cursor.ts';
import { appKey } from './app-queries.ts';

const PAGE = 100;

/** Where a variant stands: the key of its app comes first, so that both are refreshed together. */
export interface VariantPlace {
  readonly appId: string;
  readonly variantId: string;
}

export const variantQuery = ({ appId, variantId }: VariantPlace) =>
  queryOptions({
    queryKey: [...appKey(appId), 'variant', variantId],
    queryFn: () => versioned(client.reply.fetchVariant({ parameters: { variant_id: variantId } })),
  });

export const revisionsQuery = ({ appId, variantId }: VariantPlace) =>
  infiniteQueryOptions({
    queryKey: [...appKey(appId), 'revisions', variantId],
    queryFn: async ({ pageParam }) => {
      const answer = await client.reply.listVariantRevisions({
        parameters: { variant_id: variantId },
        query: { limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      });
      if (answer.status >= 400) throw new ApiError(answer);
      return { items: answer.body, next: nextCursor(answer.headers) };
    },
    initialPageParam: undefined as string | undefined, // There is no cursor before the first page.
    getNextPageParam: ({ next }) => next,
  });

/** Revisions never change, so one that was read stays good. */
export const revisionQuery = (variantId: string, revision: number) =>
  queryOptions({
    queryKey: ['revision', variantId, revision],
    queryFn: () =>
      client.fetchVariantRevision({
        parameters: { variant_id: variantId, revision_number: revision },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
