import { referenceInBody } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { deriveVariant } from '../../domain/variants/derive-variant.ts';
import { getBase } from '../../storage/variants/bases.ts';
import { explainVariantConflict } from '../../storage/variants/variant-changes.ts';
import type { Operation } from '../context.ts';
import { fingerprint } from '../fingerprint.ts';
import { versionEtag } from '../preconditions.ts';
import { insertDerivedVariant } from './parts/insert-derived-variant.ts';
import { refuseLargeParameters } from './parts/parameters-limit.ts';
import { presentNewVariant } from './parts/present-new-variant.ts';

/** Adds a variant to a base, with its parameters as revision 1. */
export const addVariantFromBase: Operation<'addVariantFromBase'> = async (context, { body }) => {
  refuseLargeParameters(body.parameters);
  const base = await getBase(context.db, context.caller, referenceInBody(body.base_id, 'base_id'));
  context.gate.permit(base.standing);
  const { userId, workspaceId } = base.standing;

  const variant = deriveVariant(
    {
      base,
      name: toName(body.new_variant_name),
      configName: toName(body.new_config_name),
      parameters: body.parameters,
      parametersHash: fingerprint(body.parameters),
      commitMessage: body.commit_message ?? null,
    },
    { variantId: context.newId(), revisionId: context.newId(), userId, now: context.now },
  );
  try {
    return await context.transaction(async (tx) => {
      const { previousName } = await insertDerivedVariant(tx, workspaceId, variant);
      const object = { kind: 'variant', id: variant.id };
      context.note({ object, change: { name: variant.name.text } });
      return {
        body: presentNewVariant(variant, { base, previousName }),
        etag: versionEtag(1),
        location: `/api/variants/${variant.id}`,
      };
    });
  } catch (error) {
    const wanted = { ...variant, variantId: variant.id };
    throw await explainVariantConflict(context.db, workspaceId, { wanted, error });
  }
};
