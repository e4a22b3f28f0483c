import { queryOptions } from '@tanstack/react-query';
import { client, versioned } from '../api.ts';

/** All queries about one app start with this key, so one call refreshes them. */
export const appKey = (appId: string) => ['apps', appId] as const;

export const appsQuery = (workspaceId: string | undefined) =>
  queryOptions({
    queryKey: ['apps', 'of workspace', workspaceId],
    queryFn: () =>
      client.listApps({ query: workspaceId === undefined ? {} : { workspace_id: workspaceId } }),
    enabled: workspaceId !== undefined,
  });

export const appQuery = (appId: string) =>
  queryOptions({
    queryKey: [...appKey(appId), 'app'],
    queryFn: () => versioned(client.reply.fetchApp({ parameters: { app_id: appId } })),
  });

export const basesQuery = (appId: string) =>
  queryOptions({
    queryKey: [...appKey(appId), 'bases'],
    queryFn: () => client.listBases({ query: { app_id: appId } }),
  });

export const variantsQuery = (appId: string) =>
  queryOptions({
    queryKey: [...appKey(appId), 'variants'],
    queryFn: () => client.listAppVariants({ parameters: { app_id: appId } }),
  });

export const environmentsQuery = (appId: string) =>
  queryOptions({
    queryKey: [...appKey(appId), 'environments'],
    queryFn: () => client.listEnvironments({ parameters: { app_id: appId } }),
  });
