import { referenceInPath } from '../../domain/ids.ts';
import { getVariant } from '../../storage/variants/variants.ts';
import type { Operation } from '../context.ts';
import { versionEtag } from '../preconditions.ts';
import { presentVariant } from './parts/present-variant.ts';

export const fetchVariant: Operation<'fetchVariant'> = async (context, { parameters }) => {
  const variant = await getVariant(
    context.db,
    context.caller,
    referenceInPath(parameters.variant_id),
  );
  context.gate.permit(variant.standing);
  return { body: presentVariant(variant), etag: versionEtag(variant.version) };
};
