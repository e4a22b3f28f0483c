import { referenceInPath } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import {
  explainVariantConflict,
  updateVariantNames,
} from '../../storage/variants/variant-changes.ts';
import { getVariant, type Variant } from '../../storage/variants/variants.ts';
import { changes, noteOf } from '../audit-trail.ts';
import type { Operation } from '../context.ts';
import { expectedVersion, refuseOtherVersion, versionEtag } from '../preconditions.ts';
import { presentVariant } from './parts/present-variant.ts';

/** Renames a variant or its config; revisions keep the config name they were made under. */
export const renameVariant: Operation<'renameVariant'> = async (context, { parameters, body }) => {
  const reference = referenceInPath(parameters.variant_id);
  const names = {
    name: body.variant_name === undefined ? undefined : toName(body.variant_name),
    configName: body.config_name === undefined ? undefined : toName(body.config_name),
  };
  let variant: Variant | undefined;
  try {
    return await context.transaction(async (tx) => {
      variant = await getVariant(tx, context.caller, reference);
      context.gate.permit(variant.standing);
      const expected = expectedVersion(context.preconditions, variant);
      const isChanged = await updateVariantNames(tx, variant.standing.workspaceId, {
        ...names,
        variantId: variant.id,
        expectedVersion: expected,
      });
      const current = await getVariant(tx, context.caller, reference);
      if (!isChanged) refuseOtherVersion(expected, current);
      context.note(noteOf(changes(variant, current, ['name', 'configName'])));
      return { body: presentVariant(current), etag: versionEtag(current.version) };
    });
  } catch (error) {
    if (variant === undefined) throw error;
    const { id: variantId, appId, baseId, standing } = variant;
    const wanted = { ...names, variantId, appId, baseId };
    throw await explainVariantConflict(context.db, standing.workspaceId, { wanted, error });
  }
};
