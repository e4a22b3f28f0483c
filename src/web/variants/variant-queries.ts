import { queryOptions } from '@tanstack/react-query';
import { client, versioned } from '../api.ts';
import { pagedQuery } from '../paged-query.ts';
import { appKey } from './app-queries.ts';

const PAGE = 100;

/** A variant and its app: query keys start with the app's key, so both are refreshed together. */
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
  pagedQuery([...appKey(appId), 'revisions', variantId], (start) =>
    client.reply.listVariantRevisions({
      parameters: { variant_id: variantId },
      query: { limit: PAGE, ...start },
    }),
  );

/** Revisions never change, so a cached one stays valid. */
export const revisionQuery = (variantId: string, revision: number) =>
  queryOptions({
    queryKey: ['revision', variantId, revision],
    queryFn: () =>
      client.fetchVariantRevision({
        parameters: { variant_id: variantId, revision_number: revision },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
