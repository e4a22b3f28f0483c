import type { Provider } from '../../../contract/outputs/providers.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { Provider as StoredProvider } from '../../../storage/outputs/providers.ts';

/** Shows only hints of the secrets, which distinguish them. */
export function presentProvider(provider: StoredProvider): Provider {
  return {
    id: provider.id,
    workspace_id: provider.standing.workspaceId,
    name: provider.name,
    base_url: provider.baseUrl,
    has_key: provider.sealedKey !== null,
    key_hint: provider.keyHint,
    header_names: [...provider.headerNames],
    max_concurrent: provider.maxConcurrent,
    requests_per_minute: provider.requestsPerMinute,
    ...loopbackGrant(provider),
    created_at: formatTimestamp(provider.createdAt),
    updated_at: formatTimestamp(provider.updatedAt),
  };
}

function loopbackGrant({ loopbackAllowedBy: by, loopbackAllowedAt: at }: StoredProvider) {
  if (by === null || at === null) return {};
  return { loopback_allowed_by: by, loopback_allowed_at: formatTimestamp(at) };
}
