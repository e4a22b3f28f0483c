import { referenceInPath } from '../../domain/ids.ts';
import { findVariantRevisions } from '../../storage/variants/variant-revisions.ts';
import { getVariant } from '../../storage/variants/variants.ts';
import type { Operation } from '../context.ts';
import {
  expectedVersion,
  refuseOtherVersion,
  requireIfMatch,
  versionEtag,
} from '../preconditions.ts';
import { pickRevision, revisionNumber } from './parts/pick-revision.ts';
import { presentVariantRevision, revisionLocation } from './parts/present-variant.ts';
import { saveRevision } from './parts/save-revision.ts';

/** Creates a new revision with the parameters of an old one; history is never rewritten. */
export const restoreVariantRevision: Operation<'restoreVariantRevision'> = (
  context,
  { parameters, body },
) => {
  const reference = referenceInPath(parameters.variant_id);
  return context.transaction(async (tx) => {
    const variant = await getVariant(tx, context.caller, reference);
    const number = revisionNumber(parameters.revision_number);
    const history = await findVariantRevisions(tx, context.caller, {
      variantId: variant.id,
      first: number,
      second: undefined,
    });
    const old = pickRevision(history?.revisions, number);
    context.gate.permit(variant.standing);
    requireIfMatch(context.preconditions);
    const expected = expectedVersion(context.preconditions, variant);

    const saved = await saveRevision(context, tx, {
      workspaceId: variant.standing.workspaceId,
      variantId: variant.id,
      userId: variant.standing.userId,
      parameters: old.parameters,
      commitMessage: body?.commit_message ?? null,
      restoredFrom: old.revision,
      expectedVersion: expected,
      onlyFromHash: undefined,
    });
    const current = await getVariant(tx, context.caller, reference);
    if (saved === undefined) {
      refuseOtherVersion(expected, current);
      context.note('nothing');
    }
    const latest = await findVariantRevisions(tx, context.caller, {
      variantId: variant.id,
      first: current.revision,
      second: undefined,
    });
    return {
      body: presentVariantRevision(pickRevision(latest?.revisions, current.revision)),
      status: saved === undefined ? 200 : 201,
      etag: versionEtag(current.version),
      location: revisionLocation(variant.id, current.revision),
    };
  });
};
