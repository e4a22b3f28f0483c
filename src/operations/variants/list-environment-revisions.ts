import { referenceInPath } from '../../domain/ids.ts';
import { appNotFound } from '../../storage/variants/apps.ts';
import { listEnvironmentRevisions as listRevisions } from '../../storage/variants/environment-revisions.ts';
import { listEnvironments } from '../../storage/variants/environments.ts';
import type { Operation } from '../context.ts';
import { cutPage, readPage } from '../paging.ts';
import { environmentNotFound } from './parts/environment-not-found.ts';
import { presentEnvironment, presentEnvironmentRevision } from './parts/present-environment.ts';

/** An environment with its history; both statements share a round trip. */
export const listEnvironmentRevisions: Operation<'listEnvironmentRevisions'> = async (
  context,
  { parameters, query },
) => {
  const app = referenceInPath(parameters.app_id);
  const environmentName = parameters.environment_name;
  if (app.id === undefined) throw appNotFound(app);
  const request = readPage<number>(context, query, ['deployments', app.id, environmentName]);
  const [environments, revisions] = await Promise.all([
    listEnvironments(context.db, context.caller, app.id),
    listRevisions(context.db, context.caller, {
      appId: app.id,
      environmentName,
      page: request.page,
    }),
  ]);
  if (environments.length === 0) throw appNotFound(app);
  const environment = environments.find((candidate) => candidate.name === environmentName);
  if (environment === undefined) throw environmentNotFound();
  context.gate.permit(environment.standing);
  const { items, next } = cutPage(context, request, {
    items: revisions,
    keyOf: (revision) => revision.revision,
  });
  return {
    body: {
      ...presentEnvironment(environment),
      revisions: items.map(presentEnvironmentRevision),
    },
    next,
  };
};
