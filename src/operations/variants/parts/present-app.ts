import type { App } from '../../../contract/variants/apps.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { App as StoredApp } from '../../../storage/variants/apps.ts';

export function presentApp(app: StoredApp): App {
  return {
    app_id: app.id,
    app_name: app.name,
    organization_id: app.standing.organizationId,
    workspace_id: app.standing.workspaceId,
    created_at: formatTimestamp(app.createdAt),
    updated_at: formatTimestamp(app.updatedAt),
  };
}
