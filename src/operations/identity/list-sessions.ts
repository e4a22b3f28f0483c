import { formatTimestamp } from '../../domain/timestamps.ts';
import { getCredential } from '../../storage/callers.ts';
import { listCredentials } from '../../storage/identity/credentials.ts';
import type { Operation } from '../context.ts';

export const listSessions: Operation<'listSessions'> = async (context) => {
  const credential = await getCredential(context.db, context.caller);
  context.gate.admit(credential);
  const sessions = await listCredentials(context.db, {
    userId: credential.userId,
    kind: 'session',
    now: context.now,
  });
  return {
    body: sessions.map((session) => ({
      id: session.id,
      created_at: formatTimestamp(session.createdAt),
      last_used_at: formatTimestamp(session.lastUsedAt ?? session.createdAt),
      expires_at: formatTimestamp(session.expiresAt),
      current: session.id === credential.id,
    })),
  };
};
