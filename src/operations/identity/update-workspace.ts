import { getWorkspace, updateWorkspace as update } from '../../storage/identity/workspaces.ts';
import type { Operation } from '../context.ts';
import { getStandingInPath } from './parts/get-standing-in-path.ts';
import { presentWorkspace } from './parts/present-workspace.ts';

export const updateWorkspace: Operation<'updateWorkspace'> = (context, { parameters, body }) => {
  return context.transaction(async (tx) => {
    const standing = await getStandingInPath(tx, context.caller, parameters);
    context.gate.permit(standing);
    await update(tx, {
      id: standing.workspaceId,
      name: body.name,
      description: body.description,
      now: context.now,
    });
    return { body: presentWorkspace(await getWorkspace(tx, standing.workspaceId)) };
  });
};
