import { referenceInPath } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import {
  type Base,
  explainBaseConflict,
  getBase,
  updateBase as update,
} from '../../storage/bases.ts';
import { markVariantsOfBase } from '../../storage/variant-changes.ts';
import type { Operation } from '../context.ts';
import { expectedVersion, revisionConflict, versionEtag } from '../preconditions.ts';
import { presentBase } from './present-base.ts';

/** Renames a base or moves it to another URI; variant names stay as they are. */
export const updateBase: Operation<'updateBase'> = async (context, { parameters, body }) => {
  const reference = referenceInPath(parameters.base_id);
  let base: Base | undefined;
  try {
    return await context.transaction(async (tx) => {
      base = await getBase(tx, context.caller, reference);
      context.gate.permit(base.standing);
      const { workspaceId } = base.standing;
      const name = toName(body.base_name ?? base.name);
      const uri = body.uri === undefined ? base.uri : body.uri;
      const updated = await update(tx, workspaceId, {
        id: base.id,
        name,
        uri,
        expectedVersion: expectedVersion(context.preconditions, base),
        now: context.now,
      });
      if (updated === undefined) {
        throw revisionConflict(await getBase(tx, context.caller, reference));
      }
      if (updated.version !== base.version) await markVariantsOfBase(tx, workspaceId, base.id);
      return {
        body: presentBase({ ...base, ...updated, name: name.text, uri }),
        etag: versionEtag(updated.version),
      };
    });
  } catch (error) {
    if (base === undefined) throw error;
    throw await explainBaseConflict(context.db, base.standing.workspaceId, {
      appId: base.appId,
      name: toName(body.base_name ?? base.name),
      error,
    });
  }
};
