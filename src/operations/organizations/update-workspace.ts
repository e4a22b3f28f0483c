import { getWorkspace, updateWorkspace as update } from '../../storage/workspaces.ts';
import type { Operation } from '../context.ts';
import { presentWorkspace } from '../workspaces/present-workspace.ts';
import { getStandingInPath } from './get-standing-in-path.ts';

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
