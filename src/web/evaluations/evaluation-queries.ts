import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../client/api-error.ts';
import type { CallInput } from '../../client/client.ts';
import { client, queryClient, versioned } from '../api.ts';
import { nextCursor } from '../next-cursor.ts';
import { appKey } from '../variants/app-queries.ts';

/** Everything about one evaluation stands under its key. */
export const evaluationKey = (evaluationId: string) => ['evaluations', evaluationId] as const;

export const evaluationsQuery = (appId: string) =>
  queryOptions({
    queryKey: [...appKey(appId), 'evaluations'],
    queryFn: () => client.listHumanEvaluations({ query: { app_id: appId } }),
  });

export const evaluationQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'evaluation'],
    queryFn: () => client.fetchHumanEvaluation({ parameters: { evaluation_id: evaluationId } }),
  });

export const settingsQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'settings'],
    queryFn: () =>
      versioned(
        client.reply.fetchEvaluationSettings({ parameters: { evaluation_id: evaluationId } }),
      ),
  });

export const resultsQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'results'],
    queryFn: () => client.fetchResults({ parameters: { evaluation_id: evaluationId } }),
  });

/** What was said, counted, and how far it has come: there long before what it means is computed. */
export const countsQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'counts'],
    queryFn: () =>
      client.fetchResults({
        parameters: { evaluation_id: evaluationId },
        query: { statistics: false },
      }),
  });

/** The same for each value of an input. */
export const slicesQuery = (evaluationId: string, slice: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'results', slice],
    queryFn: () =>
      client.fetchResults({ parameters: { evaluation_id: evaluationId }, query: { slice } }),
  });

export const seriesQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'series'],
    queryFn: () => client.fetchResultsSeries({ parameters: { evaluation_id: evaluationId } }),
  });

export const generationQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'generation'],
    queryFn: () => client.fetchGeneration({ parameters: { evaluation_id: evaluationId } }),
  });

export const linksQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'links'],
    queryFn: () => client.listAnnotatorInvitations({ parameters: { evaluation_id: evaluationId } }),
  });

const PAGE = 50;

/** Which scenarios are asked for, and in which order; all of them by position unless told. */
export type ScenarioArrangement = Omit<
  NonNullable<CallInput<'listEvaluationScenarios'>['query']>,
  'limit' | 'cursor'
>;

export const scenariosQuery = (evaluationId: string, arrangement: ScenarioArrangement = {}) =>
  infiniteQueryOptions({
    queryKey: [...evaluationKey(evaluationId), 'scenarios', arrangement],
    queryFn: async ({ pageParam }) => {
      const answer = await client.reply.listEvaluationScenarios({
        parameters: { evaluation_id: evaluationId },
        query: {
          ...arrangement,
          limit: PAGE,
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
      });
      if (answer.status >= 400) throw new ApiError(answer);
      const count = answer.headers.get('x-total-count');
      const total = count === null ? undefined : Number(count);
      return { items: answer.body, next: nextCursor(answer.headers), total };
    },
    initialPageParam: undefined as string | undefined, // There is no cursor before the first page.
    getNextPageParam: ({ next }) => next,
  });

/** What has no output because something went wrong. */
export const failedCellsQuery = (evaluationId: string) =>
  infiniteQueryOptions({
    queryKey: [...evaluationKey(evaluationId), 'failed cells'],
    queryFn: async ({ pageParam }) => {
      const answer = await client.reply.listGenerationCells({
        parameters: { evaluation_id: evaluationId },
        query: {
          status: 'failed',
          limit: PAGE,
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
      });
      if (answer.status >= 400) throw new ApiError(answer);
      return { items: answer.body, next: nextCursor(answer.headers) };
    },
    initialPageParam: undefined as string | undefined, // There is no cursor before the first page.
    getNextPageParam: ({ next }) => next,
  });

/** Who said what about one scenario. */
export const judgementsQuery = (evaluationId: string, scenarioId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'judgements', scenarioId],
    queryFn: () =>
      client.listJudgements({
        parameters: { evaluation_id: evaluationId },
        query: { scenario_id: scenarioId, limit: 200 },
      }),
  });

export type Evaluation = Awaited<ReturnType<typeof client.fetchHumanEvaluation>>;

/** After a change: what is shown of it here and in the lists. */
export async function refreshEvaluation({ id, app_id }: Pick<Evaluation, 'id' | 'app_id'>) {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: evaluationKey(id) }),
    queryClient.invalidateQueries({ queryKey: appKey(app_id) }),
  ]);
}
