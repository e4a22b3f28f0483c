import { referenceInPath } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { type App, explainAppConflict, getApp, updateApp } from '../../storage/variants/apps.ts';
import { markVariantsOfApp } from '../../storage/variants/variant-changes.ts';
import { changes, noteOf } from '../audit-trail.ts';
import type { Operation } from '../context.ts';
import { expectedVersion, refuseOtherVersion, versionEtag } from '../preconditions.ts';
import { presentApp } from './parts/present-app.ts';

export const renameApp: Operation<'renameApp'> = async (context, { parameters, body }) => {
  const reference = referenceInPath(parameters.app_id);
  const name = body.app_name === undefined ? undefined : toName(body.app_name);
  let app: App | undefined;
  try {
    return await context.transaction(async (tx) => {
      app = await getApp(tx, context.caller, reference);
      context.gate.permit(app.standing);
      const { id, standing } = app;
      const expected = expectedVersion(context.preconditions, app);
      const change = { id, name, expectedVersion: expected, now: context.now };
      const isChanged = await updateApp(tx, standing.workspaceId, change);
      const current = await getApp(tx, context.caller, reference);
      if (isChanged) await markVariantsOfApp(tx, standing.workspaceId, id);
      else refuseOtherVersion(expected, current);
      context.note(noteOf(changes(app, current, ['name'])));
      return { body: presentApp(current), etag: versionEtag(current.version) };
    });
  } catch (error) {
    if (app === undefined || name === undefined) throw error;
    throw await explainAppConflict(context.db, app.standing.workspaceId, { name, error });
  }
};
