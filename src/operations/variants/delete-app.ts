import { referenceInPath } from '../../domain/ids.ts';
import { unpublishEvaluationsOfApp } from '../../storage/evaluations/evaluation-removal.ts';
import { detachRevisionsOfApp } from '../../storage/testsets/testset-changes.ts';
import { getApp, deleteApp as remove } from '../../storage/variants/apps.ts';
import type { Operation } from '../context.ts';
import { expectedVersion, revisionConflict } from '../preconditions.ts';

/** Deletes an app with everything in it, even if used: its users are in the app too. */
export const deleteApp: Operation<'deleteApp'> = (context, { parameters }) => {
  const reference = referenceInPath(parameters.app_id);
  return context.transaction(async (tx) => {
    const app = await getApp(tx, context.caller, reference);
    context.gate.permit(app.standing);
    const { workspaceId } = app.standing;
    await unpublishEvaluationsOfApp(tx, workspaceId, app.id);
    await detachRevisionsOfApp(tx, workspaceId, app.id);
    const isDeleted = await remove(tx, workspaceId, {
      id: app.id,
      expectedVersion: expectedVersion(context.preconditions, app),
    });
    if (!isDeleted) throw revisionConflict(await getApp(tx, context.caller, reference));
    context.note({ change: { name: [app.name, null] } });
    return { body: null };
  });
};
