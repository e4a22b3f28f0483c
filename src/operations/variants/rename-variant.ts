import { referenceInPath } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { explainVariantConflict, updateVariantNames } from '../../storage/variant-changes.ts';
import { getVariant, type Variant } from '../../storage/variants.ts';
import type { Operation } from '../context.ts';
import { expectedVersion, revisionConflict, versionEtag } from '../preconditions.ts';
import { presentVariant } from './present-variant.ts';

/** Renames a variant or its config; revisions keep the config name they were made under. */
export const renameVariant: Operation<'renameVariant'> = async (context, { parameters, body }) => {
  const reference = referenceInPath(parameters.variant_id);
  let variant: Variant | undefined;
  try {
    return await context.transaction(async (tx) => {
      variant = await getVariant(tx, context.caller, reference);
      context.gate.permit(variant.standing);
      const version = await updateVariantNames(tx, variant.standing.workspaceId, {
        variantId: variant.id,
        name: toName(body.variant_name ?? variant.name),
        configName: toName(body.config_name ?? variant.configName),
        expectedVersion: expectedVersion(context.preconditions, variant),
      });
      const renamed = await getVariant(tx, context.caller, reference);
      if (version === undefined) throw revisionConflict(renamed);
      return { body: presentVariant(renamed), etag: versionEtag(renamed.version) };
    });
  } catch (error) {
    if (variant === undefined) throw error;
    const wanted = {
      ...variant,
      variantId: variant.id,
      name: toName(body.variant_name ?? variant.name),
      configName: toName(body.config_name ?? variant.configName),
    };
    throw await explainVariantConflict(context.db, variant.standing.workspaceId, { wanted, error });
  }
};
