import { queryOptions } from '@tanstack/react-query';
import { client, versioned } from '../api.ts';

export const providersKey = ['providers'] as const;

export const providersQuery = (workspaceId: string | null | undefined) =>
  queryOptions({
    queryKey: [...providersKey, workspaceId],
    queryFn: () => client.listProviders({ query: { workspace_id: workspaceId ?? '' } }),
    enabled: typeof workspaceId === 'string',
  });

/** With its version, for the next write. */
export const providerQuery = (providerId: string) =>
  queryOptions({
    queryKey: [...providersKey, 'one', providerId],
    queryFn: () =>
      versioned(client.reply.fetchProvider({ parameters: { provider_id: providerId } })),
    staleTime: 0,
  });
