import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '../../client/client.ts';
import { client, queryClient, versioned } from '../api.ts';
import { pagedQuery } from '../paged-query.ts';
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
  pagedQuery([...evaluationKey(evaluationId), 'scenarios', arrangement], (start) =>
    client.reply.listEvaluationScenarios({
      parameters: { evaluation_id: evaluationId },
      query: { ...arrangement, limit: PAGE, ...start },
    }),
  );

/** What has no output because something went wrong. */
export const failedCellsQuery = (evaluationId: string) =>
  pagedQuery([...evaluationKey(evaluationId), 'failed cells'], (start) =>
    client.reply.listGenerationCells({
      parameters: { evaluation_id: evaluationId },
      query: { status: 'failed', limit: PAGE, ...start },
    }),
  );

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
