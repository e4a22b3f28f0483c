import { getCredential } from '../../storage/callers.ts';
import { deleteSession } from '../../storage/identity/credentials.ts';
import { endSessionOfGuest } from '../../storage/identity/guests.ts';
import type { Operation } from '../context.ts';

/** Ends the session of this request. */
export const logOut: Operation<'logOut'> = (context) => {
  return context.transaction(async (tx) => {
    const credential = await getCredential(tx, context.caller);
    context.gate.admit(credential);
    if (credential.workspaceId !== null) context.gate.enter(credential.workspaceId);
    if (credential.kind === 'guest') await endSessionOfGuest(tx, credential.id);
    else await deleteSession(tx, credential);
    return { body: null, session: 'ended' };
  });
};
