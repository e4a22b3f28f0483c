import { getWorkspace, updateWorkspace as update } from '../../storage/identity/workspaces.ts';
import { changes, noteOf } from '../audit-trail.ts';
import type { Operation } from '../context.ts';
import { getStandingInPath } from './parts/get-standing-in-path.ts';
import { presentWorkspace } from './parts/present-workspace.ts';

export const updateWorkspace: Operation<'updateWorkspace'> = (context, { parameters, body }) => {
  return context.transaction(async (tx) => {
    const standing = await getStandingInPath(tx, context.caller, parameters);
    context.gate.permit(standing);
    const before = await getWorkspace(tx, standing.workspaceId);
    await update(tx, {
      id: standing.workspaceId,
      name: body.name,
      description: body.description,
      now: context.now,
    });
    const after = await getWorkspace(tx, standing.workspaceId);
    context.note(noteOf(changes(before, after, ['name', 'description'])));
    return { body: presentWorkspace(after) };
  });
};
