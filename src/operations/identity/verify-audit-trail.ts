import type { Operation } from '../context.ts';
import { verifyTrail } from './parts/audit-chain.ts';
import { getAuditedWorkspace } from './parts/audit-query.ts';

export const verifyAuditTrail: Operation<'verifyAuditTrail'> = async (context, { parameters }) => {
  const workspaceId = await getAuditedWorkspace(context, parameters);
  const { entries, unsealed, head, cut, faults } = await verifyTrail(context.db, workspaceId);
  return { body: { entries, unsealed, head, cut: cut ?? null, faults: [...faults] } };
};
