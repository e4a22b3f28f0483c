import { getCredential } from '../storage/callers.ts';
import type { Context } from './context.ts';

/** Throws `unauthenticated` unless the credential of this request is valid at this moment. */
export async function proveCaller(context: Pick<Context, 'db' | 'caller' | 'gate'>): Promise<void> {
  if (context.gate.isProven) return;
  const credential = await getCredential(context.db, context.caller);
  context.gate.admit(credential);
}
