import { referenceInPath } from '../../domain/ids.ts';
import { getProvider, deleteProvider as remove } from '../../storage/outputs/providers.ts';
import type { Operation } from '../context.ts';
import { expectedVersion, revisionConflict } from '../preconditions.ts';

/** Deletes a provider with its secrets, even while it generates outputs. */
export const deleteProvider: Operation<'deleteProvider'> = (context, { parameters }) => {
  const reference = referenceInPath(parameters.provider_id);
  return context.transaction(async (tx) => {
    const provider = await getProvider(tx, context.caller, reference);
    context.gate.permit(provider.standing);
    const isDeleted = await remove(tx, provider.standing.workspaceId, {
      id: provider.id,
      expectedVersion: expectedVersion(context.preconditions, provider),
    });
    if (!isDeleted) throw revisionConflict(await getProvider(tx, context.caller, reference));
    context.note({ change: { name: [provider.name, null] } });
    return { body: null };
  });
};
