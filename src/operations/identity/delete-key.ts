import { Problem } from '../../contract/problems.ts';
import { getCredential } from '../../storage/callers.ts';
import { deleteKey as remove } from '../../storage/identity/credentials.ts';
import type { Operation } from '../context.ts';

/** Deletes a key of the caller; a key can delete only those of its workspace, itself included. */
export const deleteKey: Operation<'deleteKey'> = (context, { parameters }) => {
  return context.transaction(async (tx) => {
    const credential = await getCredential(tx, context.caller);
    context.gate.admit(credential);
    const deleted = await remove(tx, {
      userId: credential.userId,
      prefix: parameters.key_prefix,
      workspaceId: credential.workspaceId,
    });
    if (deleted === undefined)
      throw new Problem('key_not_found', 'You have no key with this prefix.');
    context.note({ workspaceId: deleted.workspaceId });
    return { body: { message: `The key ${parameters.key_prefix} no longer works.` } };
  });
};
