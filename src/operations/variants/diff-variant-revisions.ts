import { referenceInPath } from '../../domain/ids.ts';
import { diffParameters } from '../../domain/variants/diff-parameters.ts';
import { findVariantRevisions } from '../../storage/variants/variant-revisions.ts';
import { variantNotFound } from '../../storage/variants/variants.ts';
import type { Operation } from '../context.ts';
import { pickRevision, revisionNumber } from './parts/pick-revision.ts';

/** Compares two revisions; `to` is the current one unless it is named. */
export const diffVariantRevisions: Operation<'diffVariantRevisions'> = async (
  context,
  { parameters, query },
) => {
  const variant = referenceInPath(parameters.variant_id);
  if (variant.id === undefined) throw variantNotFound(variant);
  const first = revisionNumber(query.from);
  const second = query.to === undefined ? undefined : revisionNumber(query.to);
  const history = await findVariantRevisions(context.db, context.caller, {
    variantId: variant.id,
    first,
    second,
  });
  if (history === undefined) throw variantNotFound(variant);
  const from = pickRevision(history.revisions, first);
  // Without `to` the newest revision in the history is the current one.
  const to = pickRevision(history.revisions, second ?? history.revisions.at(-1)?.revision ?? 0);
  context.gate.permit(history.standing);
  return {
    body: {
      variant_id: variant.id,
      from: from.revision,
      to: to.revision,
      changes: diffParameters(from.parameters, to.parameters),
    },
  };
};
