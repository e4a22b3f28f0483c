import { ENVIRONMENT_NAMES } from '../../contract/variants/environments.ts';
import { toName } from '../../domain/names.ts';
import { explainAppConflict, insertApp } from '../../storage/variants/apps.ts';
import { insertEnvironment } from '../../storage/variants/environments.ts';
import type { Operation } from '../context.ts';
import { chooseWorkspace } from './parts/choose-workspace.ts';

/** Creates an app in a workspace, with its three empty environments. */
export const createApp: Operation<'createApp'> = async (context, { body }) => {
  const standing = await chooseWorkspace(context, body);
  context.gate.permit(standing);
  const { userId, workspaceId } = standing;
  const app = { id: context.newId(), name: toName(body.app_name), userId, now: context.now };
  try {
    return await context.transaction(async (tx) => {
      await insertApp(tx, workspaceId, app);
      for (const [position, name] of ENVIRONMENT_NAMES.entries()) {
        await insertEnvironment(tx, workspaceId, { appId: app.id, name, position, head: 0 });
      }
      return {
        body: { app_id: app.id, app_name: app.name.text },
        location: `/api/apps/${app.id}`,
      };
    });
  } catch (error) {
    throw await explainAppConflict(context.db, workspaceId, { name: app.name, error });
  }
};
