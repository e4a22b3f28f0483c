import { referenceInPath } from '../../domain/ids.ts';
import { findVariantRevisions } from '../../storage/variants/variant-revisions.ts';
import { variantNotFound } from '../../storage/variants/variants.ts';
import type { Operation } from '../context.ts';
import { pickRevision, revisionNumber } from './parts/pick-revision.ts';
import { presentVariantRevision } from './parts/present-variant.ts';

export const fetchVariantRevision: Operation<'fetchVariantRevision'> = async (
  context,
  { parameters },
) => {
  const variant = referenceInPath(parameters.variant_id);
  if (variant.id === undefined) throw variantNotFound(variant);
  const number = revisionNumber(parameters.revision_number);
  const history = await findVariantRevisions(context.db, context.caller, {
    variantId: variant.id,
    first: number,
    second: number,
  });
  if (history === undefined) throw variantNotFound(variant);
  const revision = pickRevision(history.revisions, number);
  context.gate.permit(history.standing);
  return { body: presentVariantRevision(revision), etag: `"${revision.id}"` };
};
