import { ApiError } from '../../client/api-error.ts';
import { client } from '../api.ts';
import { pagedQuery } from '../paged-query.ts';
import { appKey } from './app-queries.ts';

const PAGE = 50;

export const environmentRevisionsQuery = (appId: string, environment: string) =>
  pagedQuery([...appKey(appId), 'environment', environment], async (start) => {
    const answer = await client.reply.listEnvironmentRevisions({
      parameters: { app_id: appId, environment_name: environment },
      query: { limit: PAGE, ...start },
    });
    if (answer.status >= 400) throw new ApiError(answer);
    return { ...answer, body: answer.body.revisions };
  });
