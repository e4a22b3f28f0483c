import { referenceInPath } from '../../domain/ids.ts';
import { getStanding } from '../../storage/callers.ts';
import { getRetention } from '../../storage/identity/retention-settings.ts';
import type { Operation } from '../context.ts';

export const fetchRetention: Operation<'fetchRetention'> = async (context, { parameters }) => {
  const workspace = referenceInPath(parameters.workspace_id);
  const standing = await getStanding(context.db, context.caller, workspace);
  context.gate.permit(standing);
  const { auditDays, evaluationDays } = await getRetention(context.db, standing.workspaceId);
  return { body: { audit_days: auditDays, evaluation_days: evaluationDays } };
};
