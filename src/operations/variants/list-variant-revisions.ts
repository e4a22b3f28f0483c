import { referenceInPath } from '../../domain/ids.ts';
import { listVariantRevisions as list } from '../../storage/variants/variant-revisions.ts';
import { variantNotFound } from '../../storage/variants/variants.ts';
import type { Operation } from '../context.ts';
import { cutPage, readPage } from '../paging.ts';
import { presentVariantRevision } from './parts/present-variant.ts';

export const listVariantRevisions: Operation<'listVariantRevisions'> = async (
  context,
  { parameters, query },
) => {
  const variant = referenceInPath(parameters.variant_id);
  if (variant.id === undefined) throw variantNotFound(variant);
  const request = readPage<number>(context, query, ['variant revisions', variant.id]);
  const history = await list(context.db, context.caller, {
    variantId: variant.id,
    page: request.page,
  });
  if (history === undefined) throw variantNotFound(variant);
  context.gate.permit(history.standing);
  const { items, next } = cutPage(context, request, {
    items: history.revisions,
    keyOf: (revision) => revision.revision,
  });
  return { body: items.map(presentVariantRevision), next };
};
