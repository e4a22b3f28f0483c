import { queryOptions } from '@tanstack/react-query';
import { client, versioned } from '../api.ts';
import { pagedQuery } from '../paged-query.ts';
import { appKey } from '../variants/app-queries.ts';

export interface TestsetPlace {
  readonly appId: string;
  readonly testsetId: string;
}

export const testsetsQuery = (appId: string) =>
  queryOptions({
    queryKey: [...appKey(appId), 'testsets'],
    queryFn: () => client.listTestsets({ query: { app_id: appId } }),
  });

export const testsetQuery = ({ appId, testsetId }: TestsetPlace) =>
  queryOptions({
    queryKey: [...appKey(appId), 'testset', testsetId],
    queryFn: () => versioned(client.reply.fetchTestset({ parameters: { testset_id: testsetId } })),
    // Its rows can be many megabytes: they are read when the page opens and after a change.
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  });

export const testsetRevisionsQuery = ({ appId, testsetId }: TestsetPlace) =>
  pagedQuery([...appKey(appId), 'testset revisions', testsetId], (start) =>
    client.reply.listTestsetRevisions({ parameters: { testset_id: testsetId }, query: start }),
  );

/** Revisions never change, so a cached one stays valid. */
export const testsetRevisionQuery = (testsetId: string, revision: number) =>
  queryOptions({
    queryKey: ['testset revision', testsetId, revision],
    queryFn: () =>
      client.fetchTestsetRevision({
        parameters: { testset_id: testsetId, revision_number: revision },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export type Testset = Awaited<ReturnType<typeof client.fetchTestset>>;
