import { getCredential } from '../../storage/callers.ts';
import type { Operation } from '../context.ts';

export const validateKey: Operation<'validateKey'> = async (context, { parameters }) => {
  const credential = await getCredential(context.db, context.caller);
  context.gate.admit(credential);
  return { body: credential.prefix === parameters.key_prefix };
};
