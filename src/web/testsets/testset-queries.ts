import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../client/api-error.ts';
import { client, versioned } from '../api.ts';
import { nextCursor } from '../next-cursor.ts';
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
  infiniteQueryOptions({
    queryKey: [...appKey(appId), 'testset revisions', testsetId],
    queryFn: async ({ pageParam }) => {
      const answer = await client.reply.listTestsetRevisions({
        parameters: { testset_id: testsetId },
        query: pageParam === undefined ? {} : { cursor: pageParam },
      });
      if (answer.status >= 400) throw new ApiError(answer);
      return { items: answer.body, next: nextCursor(answer.headers) };
    },
    initialPageParam: undefined as string | undefined, // There is no cursor before the first page.
    getNextPageParam: ({ next }) => next,
  });

/** Revisions never change, so one that was read stays good. */
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
