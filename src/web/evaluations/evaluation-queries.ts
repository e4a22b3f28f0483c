import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '../../client/client.ts';
import { client, queryClient, versioned } from '../api.ts';
import { pagedQuery } from '../paged-query.ts';
import { appKey } from '../variants/app-queries.ts';

const PAGE = 50;

/** All queries about one evaluation start with this key. */
export const evaluationKey = (evaluationId: string) => ['evaluations', evaluationId] as const;

export const evaluationQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'evaluation'],
    queryFn: () => client.fetchHumanEvaluation({ parameters: { evaluation_id: evaluationId } }),
  });

/** The name, progress and next step of an evaluation. */
export const overviewQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'overview'],
    queryFn: () => client.fetchEvaluationOverview({ parameters: { evaluation_id: evaluationId } }),
  });

export type OverviewFilter = Omit<
  NonNullable<CallInput<'listEvaluationOverviews'>['query']>,
  'cursor' | 'app_id'
>;

/** The evaluations of an app that match a filter, page by page. */
export const overviewsQuery = (appId: string, filter: OverviewFilter) =>
  pagedQuery([...appKey(appId), 'overviews', filter], (start) =>
    client.reply.listEvaluationOverviews({
      query: { limit: PAGE, ...filter, app_id: appId, ...start },
    }),
  );

export const homeQuery = (workspaceId: string | undefined) =>
  queryOptions({
    queryKey: ['home', workspaceId],
    queryFn: () =>
      client.fetchHome({ query: workspaceId === undefined ? {} : { workspace_id: workspaceId } }),
    staleTime: 0,
  });

export const issuesQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'issues'],
    queryFn: () => client.listEvaluationIssues({ parameters: { evaluation_id: evaluationId } }),
  });

/** Scenarios with their counts of judgements, notes and flags. */
export const scenarioTalliesQuery = (evaluationId: string) =>
  pagedQuery([...evaluationKey(evaluationId), 'scenario tallies'], (start) =>
    client.reply.listScenarioTallies({
      parameters: { evaluation_id: evaluationId },
      query: { limit: PAGE, ...start },
    }),
  );

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
    queryFn: async () => {
      const results = await client.fetchResults({ parameters: { evaluation_id: evaluationId } });
      // Computing results stores a headline, which lists fetched earlier lack.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey.includes('overviews'),
      });
      return results;
    },
  });

/** Only counts and progress, which the server returns long before the statistics. */
export const countsQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'counts'],
    queryFn: () =>
      client.fetchResults({
        parameters: { evaluation_id: evaluationId },
        query: { statistics: false },
      }),
  });

/** Results for each value of an input. */
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

export const settingChangesQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'setting changes'],
    queryFn: () => client.listSettingChanges({ parameters: { evaluation_id: evaluationId } }),
  });

export const exclusionsQuery = (evaluationId: string) =>
  queryOptions({
    queryKey: [...evaluationKey(evaluationId), 'exclusions'],
    queryFn: () => client.listExclusions({ parameters: { evaluation_id: evaluationId } }),
  });

/** The filter and order of scenarios; empty for all of them by position. */
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

/** One page of scenarios with four variants. */
const FAILED_PAGE = 200;

/** Cells without an output because generation failed. */
export const failedCellsQuery = (evaluationId: string) =>
  pagedQuery([...evaluationKey(evaluationId), 'failed cells'], (start) =>
    client.reply.listGenerationCells({
      parameters: { evaluation_id: evaluationId },
      query: { status: 'failed', limit: FAILED_PAGE, ...start },
    }),
  );

/** The judgements of one scenario. */
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

/** After a change, refreshes an evaluation's own page and the lists. */
export async function refreshEvaluation({ id, app_id }: Pick<Evaluation, 'id' | 'app_id'>) {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: evaluationKey(id) }),
    queryClient.invalidateQueries({ queryKey: appKey(app_id) }),
  ]);
}
