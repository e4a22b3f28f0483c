import { referenceInPath } from '../../domain/ids.ts';
import { getVariant } from '../../storage/variants/variants.ts';
import type { Operation } from '../context.ts';
import { expectedVersion, refuseOtherVersion, versionEtag } from '../preconditions.ts';
import { refuseLargeParameters } from './parts/parameters-limit.ts';
import { revisionLocation } from './parts/present-variant.ts';
import { saveRevision } from './parts/save-revision.ts';

/** Replaces the parameters; identical ones create no revision. */
export const updateVariantParameters: Operation<'updateVariantParameters'> = (
  context,
  { parameters, body },
) => {
  refuseLargeParameters(body.parameters);
  const reference = referenceInPath(parameters.variant_id);
  return context.transaction(async (tx) => {
    const variant = await getVariant(tx, context.caller, reference);
    context.gate.permit(variant.standing);
    const expected = expectedVersion(context.preconditions, variant);

    const saved = await saveRevision(context, tx, {
      workspaceId: variant.standing.workspaceId,
      variantId: variant.id,
      userId: variant.standing.userId,
      parameters: body.parameters,
      commitMessage: body.commit_message ?? null,
      restoredFrom: null,
      expectedVersion: expected,
      onlyFromHash: undefined,
    });
    if (saved !== undefined) {
      return {
        body: null,
        etag: versionEtag(saved.version),
        location: revisionLocation(variant.id, saved.revision.revision),
      };
    }
    const unchanged = await getVariant(tx, context.caller, reference);
    refuseOtherVersion(expected, unchanged);
    context.note('nothing');
    return {
      body: null,
      etag: versionEtag(unchanged.version),
      location: revisionLocation(variant.id, unchanged.revision),
    };
  });
};
