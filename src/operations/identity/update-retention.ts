import { referenceInPath } from '../../domain/ids.ts';
import { getStanding } from '../../storage/callers.ts';
import { getRetention, upsertRetention } from '../../storage/identity/retention-settings.ts';
import { lockWorkspace } from '../../storage/identity/workspaces.ts';
import { changes, noteOf } from '../audit-trail.ts';
import type { Operation } from '../context.ts';

/** Sets how long things are kept; the upkeep removes what is older. */
export const updateRetention: Operation<'updateRetention'> = (context, { parameters, body }) => {
  const workspace = referenceInPath(parameters.workspace_id);
  return context.transaction(async (tx) => {
    const { workspaceId, ...standing } = await getStanding(tx, context.caller, workspace);
    context.gate.permit({ workspaceId, ...standing });
    await lockWorkspace(tx, workspaceId);
    const before = await getRetention(tx, workspaceId);
    const after = { auditDays: body.audit_days, evaluationDays: body.evaluation_days };
    await upsertRetention(tx, workspaceId, after);
    context.note(noteOf(changes(before, after, ['auditDays', 'evaluationDays'])));
    return { body };
  });
};
