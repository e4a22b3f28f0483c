import { Problem } from '../../contract/problems.ts';
import { referenceInBody } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { deriveVariant } from '../../domain/variants/derive-variant.ts';
import type { Transaction } from '../../storage/database.ts';
import { isUniqueViolation } from '../../storage/engines/engine-errors.ts';
import { type Base, getBase } from '../../storage/variants/bases.ts';
import { findVariantOfConfig } from '../../storage/variants/configs.ts';
import { explainVariantConflict } from '../../storage/variants/variant-changes.ts';
import type { Context, Operation, Reply } from '../context.ts';
import { EMPTY_PARAMETERS, fingerprint } from '../fingerprint.ts';
import { versionEtag } from '../preconditions.ts';
import { fullVariantName } from './parts/full-variant-name.ts';
import { insertDerivedVariant } from './parts/insert-derived-variant.ts';
import { refuseLargeParameters } from './parts/parameters-limit.ts';
import { revisionLocation } from './parts/present-variant.ts';
import { saveRevision } from './parts/save-revision.ts';

type Body = Parameters<Operation<'saveConfig'>>[1]['body'];

/** Saves parameters under a config name: a new variant, or the next revision of the one that has it. */
export const saveConfig: Operation<'saveConfig'> = async (context, { body }) => {
  refuseLargeParameters(body.parameters);
  const base = await getBase(context.db, context.caller, referenceInBody(body.base_id, 'base_id'));
  context.gate.permit(base.standing);
  const save = () => context.transaction((tx) => reviseOrAdd(context, tx, { base, body }));
  try {
    // Another caller may add the config at the same moment: then it exists, and is revised instead.
    return await save().catch((error: unknown) =>
      isTaken(error) ? save() : Promise.reject(error),
    );
  } catch (error) {
    throw await explainVariantConflict(context.db, base.standing.workspaceId, {
      wanted: {
        variantId: context.newId(),
        appId: base.appId,
        baseId: base.id,
        name: toName(`${base.name}.${body.config_name}`),
        configName: toName(body.config_name),
      },
      error,
    });
  }
};

/** If both names of a variant are taken, the engines differ in which one they report. */
function isTaken(error: unknown): boolean {
  return (
    isUniqueViolation(error, 'variants.config_name_key') ||
    isUniqueViolation(error, 'variants.name_key')
  );
}

async function reviseOrAdd(
  context: Context,
  tx: Transaction,
  { base, body }: { base: Base; body: Body },
): Promise<Reply<null>> {
  const { workspaceId } = base.standing;
  const configName = toName(body.config_name);
  const existing = await findVariantOfConfig(tx, workspaceId, { baseId: base.id, configName });
  if (existing === undefined) return addVariant(context, tx, { base, body });

  const saved = await saveRevision(context, tx, {
    workspaceId,
    variantId: existing.id,
    userId: base.standing.userId,
    parameters: body.parameters,
    commitMessage: body.commit_message ?? null,
    restoredFrom: null,
    expectedVersion: undefined,
    // SDKs fill an empty config at start-up without asking to overwrite.
    onlyFromHash: body.overwrite ? undefined : EMPTY_PARAMETERS,
  });
  if (saved !== undefined) {
    return reply(existing.id, { version: saved.version, revision: saved.revision.revision });
  }
  const current = await findVariantOfConfig(tx, workspaceId, { baseId: base.id, configName });
  // SDKs register their default at every start: parameters already stored need no `overwrite`.
  const isStored = current?.parametersHash === fingerprint(body.parameters);
  if (current !== undefined && (body.overwrite || isStored)) {
    context.note('nothing');
    return reply(existing.id, current);
  }
  throw new Problem(
    'config_name_taken',
    `The config "${body.config_name}" exists in this base. Send overwrite true to create its next revision.`,
    { members: { existing_id: existing.id } },
  );
}

async function addVariant(
  context: Context,
  tx: Transaction,
  { base, body }: { base: Base; body: Body },
): Promise<Reply<null>> {
  const { userId, workspaceId } = base.standing;
  context.gate.permit(base.standing, 'create_app_variant');
  const variant = deriveVariant(
    {
      base,
      name: toName(fullVariantName(base.name, body.config_name, 'config_name')),
      configName: toName(body.config_name),
      parameters: body.parameters,
      parametersHash: fingerprint(body.parameters),
      commitMessage: body.commit_message ?? null,
    },
    { variantId: context.newId(), revisionId: context.newId(), userId, now: context.now },
  );
  await insertDerivedVariant(tx, workspaceId, variant);
  context.note({ object: { kind: 'variant', id: variant.id }, change: { revision: [null, 1] } });
  return reply(variant.id, { version: 1, revision: 1 });
}

function reply(variantId: string, state: { version: number; revision: number }): Reply<null> {
  return {
    body: null,
    etag: versionEtag(state.version),
    location: revisionLocation(variantId, state.revision),
  };
}
