import { referenceInPath } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { type App, explainAppConflict, getApp, updateApp } from '../../storage/apps.ts';
import { markVariantsOfApp } from '../../storage/variant-changes.ts';
import type { Operation } from '../context.ts';
import { expectedVersion, revisionConflict, versionEtag } from '../preconditions.ts';
import { presentApp } from './present-app.ts';

export const renameApp: Operation<'renameApp'> = async (context, { parameters, body }) => {
  const reference = referenceInPath(parameters.app_id);
  let app: App | undefined;
  try {
    return await context.transaction(async (tx) => {
      app = await getApp(tx, context.caller, reference);
      context.gate.permit(app.standing);
      const { workspaceId } = app.standing;
      const name = toName(body.app_name ?? app.name);
      const updated = await updateApp(tx, workspaceId, {
        id: app.id,
        name,
        expectedVersion: expectedVersion(context.preconditions, app),
        now: context.now,
      });
      if (updated === undefined) {
        throw revisionConflict(await getApp(tx, context.caller, reference));
      }
      if (updated.version !== app.version) await markVariantsOfApp(tx, workspaceId, app.id);
      return {
        body: presentApp({ ...app, ...updated, name: name.text }),
        etag: versionEtag(updated.version),
      };
    });
  } catch (error) {
    if (app === undefined) throw error;
    const name = toName(body.app_name ?? app.name);
    throw await explainAppConflict(context.db, app.standing.workspaceId, { name, error });
  }
};
