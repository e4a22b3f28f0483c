import { parseId } from '../../domain/ids.ts';
import { getCredential } from '../../storage/callers.ts';
import { deleteSession } from '../../storage/identity/credentials.ts';
import type { Operation } from '../context.ts';

export const endSession: Operation<'endSession'> = (context, { parameters }) => {
  return context.transaction(async (tx) => {
    const credential = await getCredential(tx, context.caller);
    context.gate.admit(credential);
    const id = parseId(parameters.session_id);
    const ended = id && (await deleteSession(tx, { userId: credential.userId, id }));
    if (ended === undefined) context.note('nothing');
    return { body: null };
  });
};
