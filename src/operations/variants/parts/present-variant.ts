import type {
  AppVariantResponse,
  ListedVariant,
  VariantRevision,
} from '../../../contract/variants/variants.ts';
import { formatTimestamp } from '../../../domain/timestamps.ts';
import type { VariantRevision as StoredRevision } from '../../../storage/variants/variant-revisions.ts';
import type { Variant } from '../../../storage/variants/variants.ts';

/** Exactly the fourteen fields of the original API. */
export function presentVariant(variant: Variant): AppVariantResponse {
  return {
    app_id: variant.appId,
    app_name: variant.appName,
    variant_id: variant.id,
    variant_name: variant.name,
    parameters: variant.parameters,
    previous_variant_name: variant.previousName,
    user_id: variant.createdBy,
    base_name: variant.baseName,
    base_id: variant.baseId,
    config_name: variant.configName,
    uri: variant.uri,
    revision: variant.revision,
    organization_id: variant.standing.organizationId,
    workspace_id: variant.standing.workspaceId,
  };
}

export function presentListedVariant(variant: Variant): ListedVariant {
  return {
    ...presentVariant(variant),
    created_at: formatTimestamp(variant.createdAt),
    updated_at: formatTimestamp(variant.revisedAt),
  };
}

export function presentVariantRevision(revision: StoredRevision): VariantRevision {
  return {
    id: revision.id,
    variant_id: revision.variantId,
    revision: revision.revision,
    modified_by: revision.createdByName,
    modified_by_id: revision.createdBy,
    config: { config_name: revision.configName, parameters: revision.parameters },
    commit_message: revision.commitMessage,
    restored_from: revision.restoredFrom,
    created_at: formatTimestamp(revision.createdAt),
  };
}

export function revisionLocation(variantId: string, revision: number): string {
  return `/api/variants/${variantId}/revisions/${revision}`;
}
