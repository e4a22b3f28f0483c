import { referenceInBody } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { deriveVariant } from '../../domain/variants/derive-variant.ts';
import { notFound } from '../../storage/callers.ts';
import { isForeignKeyViolation } from '../../storage/engines/engine-errors.ts';
import { getApp } from '../../storage/variants/apps.ts';
import { type Base, explainBaseConflict, insertBase } from '../../storage/variants/bases.ts';
import { explainVariantConflict } from '../../storage/variants/variant-changes.ts';
import type { Operation } from '../context.ts';
import { fingerprint } from '../fingerprint.ts';
import { versionEtag } from '../preconditions.ts';
import { fullVariantName } from './parts/full-variant-name.ts';
import { insertDerivedVariant } from './parts/insert-derived-variant.ts';
import { refuseLargeParameters } from './parts/parameters-limit.ts';
import { presentBase } from './parts/present-base.ts';
import { presentNewVariant } from './parts/present-new-variant.ts';

const DEFAULT_CONFIG_NAME = 'default';

/** Creates a base and its first variant, `<base name>.<config name>`, in one step. */
export const createBase: Operation<'createBase'> = async (context, { body }) => {
  const parameters = body.parameters ?? {};
  refuseLargeParameters(parameters);
  const configName = body.config_name ?? DEFAULT_CONFIG_NAME;
  const variantName = fullVariantName(body.base_name, configName, 'base_name');
  const reference = referenceInBody(body.app_id, 'app_id');
  const app = await getApp(context.db, context.caller, reference);
  context.gate.permit(app.standing);
  const { userId, workspaceId } = app.standing;

  const base: Base = {
    standing: app.standing,
    id: context.newId(),
    name: body.base_name,
    uri: body.uri ?? null,
    appId: app.id,
    appName: app.name,
    version: 1,
    createdAt: context.now,
    updatedAt: context.now,
  };
  const name = toName(body.base_name);
  const variant = deriveVariant(
    {
      base,
      name: toName(variantName),
      configName: toName(configName),
      parameters,
      parametersHash: fingerprint(parameters),
      commitMessage: body.commit_message ?? null,
    },
    { variantId: context.newId(), revisionId: context.newId(), userId, now: context.now },
  );
  try {
    return await context.transaction(async (tx) => {
      await insertBase(tx, workspaceId, { ...base, name, now: context.now });
      const { previousName } = await insertDerivedVariant(tx, workspaceId, variant);
      context.note({ object: { kind: 'base', id: base.id }, change: { name: base.name } });
      return {
        body: {
          ...presentBase(base),
          variant: presentNewVariant(variant, { base, previousName }),
        },
        etag: versionEtag(1),
        location: `/api/bases/${base.id}`,
      };
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw notFound('app', reference);
    const explained = await explainBaseConflict(context.db, workspaceId, {
      appId: app.id,
      name,
      error,
    });
    const wanted = { ...variant, variantId: variant.id };
    throw await explainVariantConflict(context.db, workspaceId, { wanted, error: explained });
  }
};
