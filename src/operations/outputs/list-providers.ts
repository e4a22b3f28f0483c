import { referenceInPath } from '../../domain/ids.ts';
import { getStanding } from '../../storage/callers.ts';
import { listProviders as list } from '../../storage/outputs/providers.ts';
import type { Operation } from '../context.ts';
import { presentProvider } from './parts/present-provider.ts';

export const listProviders: Operation<'listProviders'> = async (context, { query }) => {
  const reference = referenceInPath(query.workspace_id);
  const standing = await getStanding(context.db, context.caller, reference);
  context.gate.permit(standing);
  const providers = await list(context.db, context.caller, standing.workspaceId);
  return { body: providers.map(presentProvider) };
};
