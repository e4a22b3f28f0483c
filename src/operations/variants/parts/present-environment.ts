import type {
  EnvironmentOutput,
  EnvironmentRevision,
} from '../../../contract/variants/environments.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { EnvironmentRevision as StoredRevision } from '../../../storage/variants/environment-revisions.ts';
import type { Environment } from '../../../storage/variants/environments.ts';

export function presentEnvironment(environment: Environment): EnvironmentOutput {
  const { standing, deployedAt } = environment;
  return {
    name: environment.name,
    app_id: environment.appId,
    deployed_app_variant_id: environment.variantId,
    deployed_variant_name: environment.variantName,
    deployed_app_variant_revision_id: environment.variantRevisionId,
    revision: environment.variantRevision,
    organization_id: standing.organizationId,
    workspace_id: standing.workspaceId,
    environment_revision: environment.head,
    deployed_at: deployedAt === null ? null : formatTimestamp(deployedAt),
    deployed_by: environment.deployedBy,
  };
}

export function presentEnvironmentRevision(revision: StoredRevision): EnvironmentRevision {
  return {
    id: revision.id,
    revision: revision.revision,
    modified_by: revision.createdByName,
    deployed_app_variant_revision: revision.variantRevisionId,
    deployment: null,
    created_at: formatTimestamp(revision.createdAt),
    deployed_variant_id: revision.variantId,
    deployed_variant_name: revision.variantName,
    deployed_revision: revision.variantRevision,
    commit_message: revision.commitMessage,
    reverted_from: revision.revertedFrom,
  };
}
