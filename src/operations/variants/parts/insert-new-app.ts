import { ENVIRONMENT_NAMES } from '../../../contract/variants/environments.ts';
import type { Transaction } from '../../../storage/database.ts';
import { insertApp, type NewApp } from '../../../storage/variants/apps.ts';
import { insertEnvironment } from '../../../storage/variants/environments.ts';

/** Writes an app with its three empty environments. */
export async function insertNewApp(
  tx: Transaction,
  workspaceId: string,
  app: NewApp,
): Promise<void> {
  await insertApp(tx, workspaceId, app);
  for (const [position, name] of ENVIRONMENT_NAMES.entries()) {
    await insertEnvironment(tx, workspaceId, { appId: app.id, name, position, head: 0 });
  }
}
