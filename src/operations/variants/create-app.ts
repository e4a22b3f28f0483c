import { toName } from '../../domain/names.ts';
import { explainAppConflict } from '../../storage/variants/apps.ts';
import type { Operation } from '../context.ts';
import { chooseWorkspace } from './parts/choose-workspace.ts';
import { insertNewApp } from './parts/insert-new-app.ts';

/** Creates an app in a workspace, with its three empty environments. */
export const createApp: Operation<'createApp'> = async (context, { body }) => {
  const standing = await chooseWorkspace(context, body);
  context.gate.permit(standing);
  const { userId, workspaceId } = standing;
  const app = { id: context.newId(), name: toName(body.app_name), userId, now: context.now };
  try {
    return await context.transaction(async (tx) => {
      await insertNewApp(tx, workspaceId, app);
      context.note({ object: { kind: 'app', id: app.id }, change: { name: app.name.text } });
      return {
        body: { app_id: app.id, app_name: app.name.text },
        location: `/api/apps/${app.id}`,
      };
    });
  } catch (error) {
    throw await explainAppConflict(context.db, workspaceId, { name: app.name, error });
  }
};
