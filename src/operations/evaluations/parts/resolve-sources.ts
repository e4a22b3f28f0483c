import type { Source } from '../../../contract/outputs/generation.ts';
import { parseId, referenceInBody } from '../../../domain/ids.ts';
import { notFound } from '../../../storage/callers.ts';
import type { Queryable } from '../../../storage/database.ts';
import type { ChosenSource } from '../../../storage/outputs/evaluation-sources.ts';
import { findProviderToCall } from '../../../storage/outputs/providers.ts';

export interface SourceRequest {
  readonly workspaceId: string;
  /** Ids of the evaluation's variants, in its order. */
  readonly variantIds: readonly string[];
  readonly sources: readonly Source[];
}

/** Variants must belong to the evaluation, and providers to its workspace. */
export async function resolveSources(
  db: Queryable,
  { workspaceId, variantIds, sources }: SourceRequest,
): Promise<readonly ChosenSource[]> {
  const chosen: ChosenSource[] = [];
  for (const [index, { variant_id, kind, provider_id }] of sources.entries()) {
    const variant = variantIds.indexOf(parseId(variant_id) ?? '');
    if (variant < 0) {
      throw notFound('variant', referenceInBody(variant_id, `sources[${index}].variant_id`));
    }
    const providerId = provider_id ?? null;
    if (providerId === null) {
      chosen.push({ variant, kind, providerId });
      continue;
    }
    const reference = referenceInBody(providerId, `sources[${index}].provider_id`);
    const provider = reference.id && (await findProviderToCall(db, workspaceId, reference.id));
    if (!provider) throw notFound('provider', reference);
    chosen.push({ variant, kind, providerId: provider.id });
  }
  return chosen;
}
