import { infiniteQueryOptions } from '@tanstack/react-query';
import { ApiError } from '../../client/api-error.ts';
import { client } from '../api.ts';
import { nextCursor } from '../next-cursor.ts';
import { appKey } from './app-queries.ts';

const PAGE = 50;

export const environmentRevisionsQuery = (appId: string, environment: string) =>
  infiniteQueryOptions({
    queryKey: [...appKey(appId), 'environment', environment],
    queryFn: async ({ pageParam }) => {
      const answer = await client.reply.listEnvironmentRevisions({
        parameters: { app_id: appId, environment_name: environment },
        query: { limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      });
      if (answer.status >= 400) throw new ApiError(answer);
      return { items: answer.body.revisions, next: nextCursor(answer.headers) };
    },
    initialPageParam: undefined as string | undefined, // There is no cursor before the first page.
    getNextPageParam: ({ next }) => next,
  });
