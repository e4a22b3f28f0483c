import { referenceInPath } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import {
  type Base,
  explainBaseConflict,
  getBase,
  updateBase as update,
} from '../../storage/variants/bases.ts';
import { markVariantsOfBase } from '../../storage/variants/variant-changes.ts';
import { addressChange, changes, noteOf } from '../audit-trail.ts';
import type { Operation } from '../context.ts';
import { expectedVersion, refuseOtherVersion, versionEtag } from '../preconditions.ts';
import { presentBase } from './parts/present-base.ts';

/** Renames a base or moves it to another URI; variant names stay as they are. */
export const updateBase: Operation<'updateBase'> = async (context, { parameters, body }) => {
  const reference = referenceInPath(parameters.base_id);
  const name = body.base_name === undefined ? undefined : toName(body.base_name);
  let base: Base | undefined;
  try {
    return await context.transaction(async (tx) => {
      base = await getBase(tx, context.caller, reference);
      context.gate.permit(base.standing);
      const { id, standing } = base;
      const expected = expectedVersion(context.preconditions, base);
      const isChanged = await update(tx, standing.workspaceId, {
        id,
        name,
        uri: body.uri,
        expectedVersion: expected,
        now: context.now,
      });
      const current = await getBase(tx, context.caller, reference);
      if (isChanged) await markVariantsOfBase(tx, standing.workspaceId, id);
      else refuseOtherVersion(expected, current);
      context.note(
        noteOf({ ...changes(base, current, ['name']), ...addressChange(base.uri, current.uri) }),
      );
      return { body: presentBase(current), etag: versionEtag(current.version) };
    });
  } catch (error) {
    if (base === undefined || name === undefined) throw error;
    const { appId, standing } = base;
    throw await explainBaseConflict(context.db, standing.workspaceId, { appId, name, error });
  }
};
